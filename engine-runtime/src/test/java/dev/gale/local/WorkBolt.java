package dev.gale.local;

import dev.gale.api.Bolt;
import dev.gale.api.Fields;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import java.io.Serializable;
import java.util.Map;

/** A bolt of one lambda. */
final class WorkBolt implements Bolt {
    /** What the bolt does with an input; acks it, or not. */
    interface Work extends Serializable {
        void on(Tuple input, OutputCollector out, TopologyContext context) throws Exception;
    }

    /** What the bolt does in the beginning. */
    interface Prepare extends Serializable {
        void with(OutputCollector out, TopologyContext context) throws Exception;
    }

    private final Work work;
    private final String[] fields;
    private Prepare prepare = (out, context) -> {};
    private boolean direct;

    private transient OutputCollector out;
    private transient TopologyContext context;

    private WorkBolt(Work work, String[] fields) {
        this.work = work;
        this.fields = fields;
    }

    /** @param fields of the default stream; none to emit nothing */
    static WorkBolt doing(Work work, String... fields) {
        return new WorkBolt(work, fields);
    }

    /** Emits the input's values on and acks it. */
    static WorkBolt passingOn(String... fields) {
        return new WorkBolt(
                (input, out, context) -> {
                    out.emit(input, input.getValues());
                    out.ack(input);
                },
                fields);
    }

    static WorkBolt acking() {
        return new WorkBolt((input, out, context) -> out.ack(input), new String[0]);
    }

    WorkBolt preparedBy(Prepare by) {
        prepare = by;
        return this;
    }

    WorkBolt direct() {
        direct = true;
        return this;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        if (fields.length > 0) {
            declarer.declare(direct, new Fields(fields));
        }
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext taskContext, OutputCollector collector) {
        out = collector;
        context = taskContext;
        try {
            prepare.with(collector, taskContext);
        } catch (Exception e) {
            throw sneaky(e);
        }
    }

    @Override
    public void execute(Tuple input) {
        try {
            work.on(input, out, context);
        } catch (Exception e) {
            throw sneaky(e);
        }
    }

    /** As user code of another JVM language may: throws a checked exception. */
    @SuppressWarnings("unchecked")
    private static <E extends Exception> RuntimeException sneaky(Exception e) throws E {
        throw (E) e;
    }
}
