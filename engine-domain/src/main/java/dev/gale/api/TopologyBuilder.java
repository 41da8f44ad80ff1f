package dev.gale.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Declares a topology. Nothing is checked here but what a component's own declaration of streams throws, and what is null;
 * everything else is checked together at submit, so that all problems are seen at once. Not thread-safe.
 */
public final class TopologyBuilder {
    private final List<Declaration> declarations = new ArrayList<>();

    public SpoutDeclarer setSpout(String id, Spout spout) {
        return setSpout(id, spout, 1);
    }

    /** @param parallelism the number of executors, each with a thread of its own */
    public SpoutDeclarer setSpout(String id, Spout spout, int parallelism) {
        SpoutDeclaration declaration = new SpoutDeclaration(id, spout, parallelism);
        declarations.add(declaration);
        return declaration;
    }

    public BoltDeclarer setBolt(String id, Bolt bolt) {
        return setBolt(id, bolt, 1);
    }

    /** @param parallelism the number of executors, each with a thread of its own */
    public BoltDeclarer setBolt(String id, Bolt bolt, int parallelism) {
        return addBolt(id, bolt, parallelism);
    }

    public BoltDeclarer setBolt(String id, BasicBolt bolt) {
        return setBolt(id, bolt, 1);
    }

    /** @param parallelism the number of executors, each with a thread of its own */
    public BoltDeclarer setBolt(String id, BasicBolt bolt, int parallelism) {
        return addBolt(id, bolt, parallelism);
    }

    /** The topology as declared so far; the builder can go on being used. */
    public Topology createTopology() {
        return new Topology(declarations.stream().map(Declaration::spec).toList());
    }

    private BoltDeclarer addBolt(String id, Component bolt, int parallelism) {
        BoltDeclaration declaration = new BoltDeclaration(id, bolt, parallelism);
        declarations.add(declaration);
        return declaration;
    }

    private abstract static class Declaration {
        final List<Subscription> inputs = new ArrayList<>();
        final Map<String, Object> config = new LinkedHashMap<>();

        @Nullable
        Integer tasks;

        private final String id;
        private final Component component;
        private final int parallelism;

        Declaration(String id, Component component, int parallelism) {
            this.id = Objects.requireNonNull(id, "id of a component is null");
            this.component = Objects.requireNonNull(component, () -> "component '" + id + "' is null");
            this.parallelism = parallelism;
        }

        String id() {
            return id;
        }

        ComponentSpec spec() {
            Map<String, StreamSpec> outputs = new LinkedHashMap<>();
            component.declareOutputFields((stream, direct, fields) -> {
                Objects.requireNonNull(stream, () -> "a stream that component '" + id + "' declares is null");
                Objects.requireNonNull(
                        fields, () -> "the fields of stream '" + stream + "' of component '" + id + "' is null");
                if (outputs.put(stream, new StreamSpec(fields, direct)) != null) {
                    throw new IllegalArgumentException(
                            "Component '" + id + "' declares stream '" + stream + "' twice; declare it once");
                }
            });
            Map<String, Object> declared = component.getComponentConfiguration();
            return new ComponentSpec(
                    id, component, parallelism, tasks, outputs, inputs, declared == null ? Map.of() : declared, config);
        }
    }

    private static final class SpoutDeclaration extends Declaration implements SpoutDeclarer {
        SpoutDeclaration(String id, Component component, int parallelism) {
            super(id, component, parallelism);
        }

        @Override
        public SpoutDeclarer setNumTasks(int wanted) {
            tasks = wanted;
            return this;
        }

        @Override
        public SpoutDeclarer addConfiguration(String key, Object value) {
            config.put(key, value);
            return this;
        }

        @Override
        public SpoutDeclarer addConfigurations(Map<String, Object> added) {
            config.putAll(Objects.requireNonNull(added, () -> "config of component '" + id() + "' is null"));
            return this;
        }
    }

    private static final class BoltDeclaration extends Declaration implements BoltDeclarer {
        BoltDeclaration(String id, Component component, int parallelism) {
            super(id, component, parallelism);
        }

        @Override
        public BoltDeclarer setNumTasks(int wanted) {
            tasks = wanted;
            return this;
        }

        @Override
        public BoltDeclarer addConfiguration(String key, Object value) {
            config.put(key, value);
            return this;
        }

        @Override
        public BoltDeclarer addConfigurations(Map<String, Object> added) {
            config.putAll(Objects.requireNonNull(added, () -> "config of component '" + id() + "' is null"));
            return this;
        }

        @Override
        public BoltDeclarer grouping(String componentId, String streamId, GroupingSpec grouping) {
            Objects.requireNonNull(componentId, () -> "a component that '" + id() + "' subscribes to is null");
            Objects.requireNonNull(
                    streamId, () -> "the stream of '" + componentId + "' that '" + id() + "' subscribes to is null");
            inputs.add(new Subscription(componentId, streamId, grouping));
            return this;
        }
    }
}
