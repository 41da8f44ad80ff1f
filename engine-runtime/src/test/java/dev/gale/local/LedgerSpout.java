package dev.gale.local;

import dev.gale.api.Fields;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Spout;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyContext;
import dev.gale.api.Values;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * Emits source ids 1 to N, each with itself as message id; replays what fails, unless told otherwise; writes all of it into a
 * {@link Ledger}. Its tasks share the ids out. A new instance emits again what is not acked.
 */
final class LedgerSpout implements Spout {
    /** Makes the values of an id. */
    interface Payload extends Serializable {
        List<Object> of(int id);
    }

    private final Shared<Ledger> ledger;
    private String[] fields = {"id"};
    private Payload payload = id -> new Values(id);
    private boolean replay = true;
    private boolean tracked = true;

    private transient SpoutOutputCollector out;
    private transient Queue<Integer> replays;
    private transient int next;
    private transient int step;

    LedgerSpout(Shared<Ledger> ledger) {
        this.ledger = ledger;
    }

    LedgerSpout withPayload(Payload of, String... names) {
        payload = of;
        fields = names;
        return this;
    }

    LedgerSpout withoutReplay() {
        replay = false;
        return this;
    }

    LedgerSpout untracked() {
        tracked = false;
        return this;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields(fields));
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        out = collector;
        replays = new ArrayDeque<>();
        step = context.getComponentTasks(context.getThisComponentId()).size();
        next = context.getThisTaskIndex() + 1;
    }

    @Override
    public void nextTuple() {
        Integer id = replays.poll();
        while (id == null && next <= ledger.get().sources) {
            int candidate = next;
            next += step;
            if (ledger.get().acksOf.get(candidate) == 0) {
                id = candidate;
            }
        }
        if (id == null) {
            out.finish();
            return;
        }
        ledger.get().emitted(id);
        if (tracked) {
            out.emit(payload.of(id), id);
        } else {
            out.emit(payload.of(id));
        }
    }

    @Override
    public void ack(Object id) {
        ledger.get().acked((Integer) id);
    }

    @Override
    public void fail(Object id) {
        ledger.get().failed((Integer) id);
        if (replay) {
            replays.add((Integer) id);
        }
    }
}
