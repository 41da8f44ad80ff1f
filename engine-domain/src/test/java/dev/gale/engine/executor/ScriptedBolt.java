package dev.gale.engine.executor;

import dev.gale.api.Bolt;
import dev.gale.api.Fields;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Streams;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A bolt whose calls go to functions. Without one for execute it acks everything. */
final class ScriptedBolt implements Bolt {
    private final Map<String, Fields> regular = new LinkedHashMap<>();
    private final Map<String, Fields> direct = new LinkedHashMap<>();

    private Consumer<ScriptedBolt> onPrepare = bolt -> {};
    private BiConsumer<Tuple, OutputCollector> onExecute = (tuple, collector) -> collector.ack(tuple);
    private Runnable onCleanup = () -> {};

    OutputCollector out;
    TopologyContext context;

    ScriptedBolt(String... fields) {
        regular.put(Streams.DEFAULT, new Fields(fields));
    }

    ScriptedBolt stream(String id, String... fields) {
        regular.put(id, new Fields(fields));
        return this;
    }

    ScriptedBolt directStream(String id, String... fields) {
        direct.put(id, new Fields(fields));
        return this;
    }

    ScriptedBolt prepares(Consumer<ScriptedBolt> action) {
        onPrepare = action;
        return this;
    }

    ScriptedBolt executes(BiConsumer<Tuple, OutputCollector> action) {
        onExecute = action;
        return this;
    }

    ScriptedBolt cleansUp(Runnable action) {
        onCleanup = action;
        return this;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        regular.forEach((stream, fields) -> declarer.declareStream(stream, false, fields));
        direct.forEach((stream, fields) -> declarer.declareStream(stream, true, fields));
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext itsContext, OutputCollector collector) {
        out = collector;
        context = itsContext;
        onPrepare.accept(this);
    }

    @Override
    public void execute(Tuple input) {
        onExecute.accept(input, out);
    }

    @Override
    public void cleanup() {
        onCleanup.run();
    }
}
