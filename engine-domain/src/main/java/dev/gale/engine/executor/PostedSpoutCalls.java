package dev.gale.engine.executor;

import dev.gale.api.SpoutOutputCollector;
import dev.gale.engine.tuple.TupleValues;
import java.util.List;

/** A spout's collector for other threads: every call is handed to the executor's thread. */
final class PostedSpoutCalls implements SpoutOutputCollector.Emitter {
    private final SpoutOutputCollector collector;
    private final ExecutorHost host;

    PostedSpoutCalls(SpoutOutputCollector collector, ExecutorHost host) {
        this.collector = collector;
        this.host = host;
    }

    @Override
    public void emit(String streamId, List<Object> values, Object messageId) {
        // Closed here and now: what the caller changes afterwards must not show.
        List<Object> own = TupleValues.of(TaskOutputs.own(values));
        post(() -> collector.emit(streamId, own, messageId));
    }

    @Override
    public void reportError(Throwable error) {
        post(() -> collector.reportError(error));
    }

    private void post(Runnable call) {
        host.post(() -> {
            try {
                call.run();
            } catch (Throwable e) {
                if (FailureBackoff.isOfTheMachine(e)) {
                    throw e;
                }
                collector.reportError(e);
            }
        });
    }
}
