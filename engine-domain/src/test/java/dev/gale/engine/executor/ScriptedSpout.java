package dev.gale.engine.executor;

import dev.gale.api.Fields;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Spout;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.Streams;
import dev.gale.api.TopologyContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A spout whose calls go to functions; what is not given does nothing. */
final class ScriptedSpout implements Spout {
    private final Map<String, Fields> regular = new LinkedHashMap<>();
    private final Map<String, Fields> direct = new LinkedHashMap<>();

    private Consumer<ScriptedSpout> onOpen = spout -> {};
    private Consumer<SpoutOutputCollector> onNext = out -> {};
    private BiConsumer<SpoutOutputCollector, Object> onAck = (out, id) -> {};
    private BiConsumer<SpoutOutputCollector, Object> onFail = (out, id) -> {};
    private Runnable onActivate = () -> {};
    private Runnable onDeactivate = () -> {};
    private Runnable onClose = () -> {};

    SpoutOutputCollector out;
    TopologyContext context;

    ScriptedSpout(String... fields) {
        regular.put(Streams.DEFAULT, new Fields(fields));
    }

    ScriptedSpout stream(String id, String... fields) {
        regular.put(id, new Fields(fields));
        return this;
    }

    ScriptedSpout directStream(String id, String... fields) {
        direct.put(id, new Fields(fields));
        return this;
    }

    ScriptedSpout opens(Consumer<ScriptedSpout> action) {
        onOpen = action;
        return this;
    }

    ScriptedSpout next(Consumer<SpoutOutputCollector> action) {
        onNext = action;
        return this;
    }

    ScriptedSpout acked(BiConsumer<SpoutOutputCollector, Object> action) {
        onAck = action;
        return this;
    }

    ScriptedSpout failed(BiConsumer<SpoutOutputCollector, Object> action) {
        onFail = action;
        return this;
    }

    ScriptedSpout activated(Runnable action) {
        onActivate = action;
        return this;
    }

    ScriptedSpout deactivated(Runnable action) {
        onDeactivate = action;
        return this;
    }

    ScriptedSpout closed(Runnable action) {
        onClose = action;
        return this;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        regular.forEach((stream, fields) -> declarer.declareStream(stream, false, fields));
        direct.forEach((stream, fields) -> declarer.declareStream(stream, true, fields));
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext itsContext, SpoutOutputCollector collector) {
        out = collector;
        context = itsContext;
        onOpen.accept(this);
    }

    @Override
    public void close() {
        onClose.run();
    }

    @Override
    public void activate() {
        onActivate.run();
    }

    @Override
    public void deactivate() {
        onDeactivate.run();
    }

    @Override
    public void nextTuple() {
        onNext.accept(out);
    }

    @Override
    public void ack(Object msgId) {
        onAck.accept(out, msgId);
    }

    @Override
    public void fail(Object msgId) {
        onFail.accept(out, msgId);
    }
}
