package dev.gale.engine.topology;

import dev.gale.api.BasicBolt;
import dev.gale.api.BasicOutputCollector;
import dev.gale.api.Bolt;
import dev.gale.api.Component;
import dev.gale.api.CustomStreamGrouping;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.Spout;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import java.util.List;
import java.util.Map;

/**
 * Takes the place of an object of the author's in a process that must not load the author's classes: a topology of stand-ins is
 * checked, laid out and drawn like the one it stands for. It can do nothing that the object could.
 */
public sealed interface StandIn {
    /** The name of the class it stands for. */
    String className();

    static Component component(ComponentKind kind, String className) {
        return switch (kind) {
            case SPOUT -> new OfSpout(className);
            case BOLT -> new OfBolt(className);
            case BASIC_BOLT -> new OfBasicBolt(className);
        };
    }

    static CustomStreamGrouping grouping(String className) {
        return new OfGrouping(className);
    }

    /** The class of an object of the author's, whether it is here or something stands for it. */
    static String classNameOf(Object object) {
        return object instanceof StandIn standIn
                ? standIn.className()
                : object.getClass().getName();
    }

    private static IllegalStateException notHere(String className) {
        return new IllegalStateException(className + " is not in this process and cannot be called");
    }

    /** Of a spout. */
    record OfSpout(String className) implements Spout, StandIn {
        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            throw StandIn.notHere(className);
        }

        @Override
        public void nextTuple() {
            throw StandIn.notHere(className);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            throw StandIn.notHere(className);
        }
    }

    /** Of a bolt that acks by itself. */
    record OfBolt(String className) implements Bolt, StandIn {
        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            throw StandIn.notHere(className);
        }

        @Override
        public void execute(Tuple input) {
            throw StandIn.notHere(className);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            throw StandIn.notHere(className);
        }
    }

    /** Of a bolt for which the engine acks. */
    record OfBasicBolt(String className) implements BasicBolt, StandIn {
        @Override
        public void execute(Tuple input, BasicOutputCollector collector) {
            throw StandIn.notHere(className);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            throw StandIn.notHere(className);
        }
    }

    /** Of a custom grouping. */
    record OfGrouping(String className) implements CustomStreamGrouping, StandIn {
        @Override
        public void prepare(
                TopologyContext context, String sourceComponent, String sourceStream, List<Integer> targetTasks) {
            throw StandIn.notHere(className);
        }

        @Override
        public List<Integer> chooseTasks(int sourceTask, List<Object> values) {
            throw StandIn.notHere(className);
        }
    }
}
