package dev.gale.local;

import dev.gale.api.Fields;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Spout;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyContext;
import java.io.Serializable;
import java.util.Map;

/** A spout of lambdas. */
final class WorkSpout implements Spout {
    /** What nextTuple does. */
    interface Work extends Serializable {
        void on(SpoutOutputCollector out, TopologyContext context) throws Exception;
    }

    /** What ack or fail does. */
    interface Answer extends Serializable {
        void on(Object id, SpoutOutputCollector out) throws Exception;
    }

    private final Work work;
    private final String[] fields;
    private Work open = (out, context) -> {};
    private Answer acked = (id, out) -> {};
    private Answer failed = (id, out) -> {};

    private transient SpoutOutputCollector out;
    private transient TopologyContext context;

    private WorkSpout(Work work, String[] fields) {
        this.work = work;
        this.fields = fields;
    }

    static WorkSpout doing(Work work, String... fields) {
        return new WorkSpout(work, fields);
    }

    WorkSpout opening(Work by) {
        open = by;
        return this;
    }

    WorkSpout onAck(Answer by) {
        acked = by;
        return this;
    }

    WorkSpout onFail(Answer by) {
        failed = by;
        return this;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields(fields));
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext taskContext, SpoutOutputCollector collector) {
        out = collector;
        context = taskContext;
        run(() -> open.on(out, context));
    }

    @Override
    public void nextTuple() {
        run(() -> work.on(out, context));
    }

    @Override
    public void ack(Object id) {
        run(() -> acked.on(id, out));
    }

    @Override
    public void fail(Object id) {
        run(() -> failed.on(id, out));
    }

    private interface Call {
        void run() throws Exception;
    }

    private static void run(Call call) {
        try {
            call.run();
        } catch (Exception e) {
            throw sneaky(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> RuntimeException sneaky(Exception e) throws E {
        throw (E) e;
    }
}
