package dev.gale.runtime.code;

import dev.gale.api.Config;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.task.TaskLayout;
import dev.gale.engine.topology.TopologyGraph;
import dev.gale.engine.topology.TopologySettings;
import dev.gale.runtime.codec.SerializationRegistry;
import dev.gale.spi.plugin.EngineException;
import java.util.List;
import java.util.Map;

/** A topology's code in a worker, where the author's classes are. */
public record LoadedCode(
        TopologyGraph graph, TopologySettings settings, ComponentCopies copies, SerializationRegistry registry) {

    /**
     * Loads what the author wrote; constructors and readers of the author's run in it.
     *
     * @param loader finds the author's classes, see {@link UserClassLoader}
     * @throws EngineException with category REJECTED if it cannot run, naming the class or the setting
     */
    public static LoadedCode of(TopologyCode code, TopologyConf conf, ClassLoader loader) {
        try {
            TopologySettings settings = TopologySettings.of(conf.values());
            return new LoadedCode(
                    TopologyGraph.of(code.runnable(loader)),
                    settings,
                    code.copies(loader),
                    SerializationRegistry.of(registrations(conf.values()), loader));
        } catch (IllegalArgumentException | LinkageError e) {
            throw new EngineException(EngineException.Category.REJECTED, "The topology cannot run: " + e, e);
        }
    }

    /** @param layout the tasks as they are now */
    public TopologyPlan plan(String id, String name, TaskLayout layout) {
        return new TopologyPlan(id, name, graph, layout, settings);
    }

    private static List<?> registrations(Map<String, Object> conf) {
        return conf.get(Config.TOPOLOGY_KRYO_REGISTER) instanceof List<?> list ? list : List.of();
    }
}
