package dev.gale.engine.executor;

import dev.gale.api.OutputCollector;
import dev.gale.api.Tuple;
import dev.gale.engine.tuple.TupleValues;
import java.util.Collection;
import java.util.List;

/** A bolt's collector for other threads: every call is handed to the executor's thread. */
final class PostedBoltCalls implements OutputCollector.Handle {
    private final OutputCollector collector;
    private final ExecutorHost host;

    PostedBoltCalls(OutputCollector collector, ExecutorHost host) {
        this.collector = collector;
        this.host = host;
    }

    @Override
    public void emit(String streamId, Collection<Tuple> anchors, List<Object> values) {
        List<Tuple> own = List.copyOf(anchors);
        // Closed here and now: what the caller changes afterwards must not show.
        List<Object> ownValues = TupleValues.of(TaskOutputs.own(values));
        post(() -> collector.emit(streamId, own, ownValues));
    }

    @Override
    public void ack(Tuple input) {
        post(() -> collector.ack(input));
    }

    @Override
    public void fail(Tuple input) {
        post(() -> collector.fail(input));
    }

    @Override
    public void resetTimeout(Tuple input) {
        post(() -> collector.resetTimeout(input));
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
