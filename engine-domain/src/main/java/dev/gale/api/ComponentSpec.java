package dev.gale.api;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the author declared about one component. Not yet checked: an id may be empty or taken, a number out of range.
 *
 * @param parallelism the number of executors wanted
 * @param tasks the number of tasks wanted, or null for one an executor
 * @param outputs streams by id
 * @param declaredConfig what the component itself asks for
 * @param config what was set on the builder; wins over {@code declaredConfig}
 */
public record ComponentSpec(
        String id,
        Component component,
        int parallelism,
        @Nullable Integer tasks,
        Map<String, StreamSpec> outputs,
        List<Subscription> inputs,
        Map<String, Object> declaredConfig,
        Map<String, Object> config)
        implements Serializable {
    public ComponentSpec {
        outputs = Collections.unmodifiableMap(new TreeMap<>(outputs));
        inputs = List.copyOf(inputs);
        declaredConfig = Collections.unmodifiableMap(new LinkedHashMap<>(declaredConfig));
        config = Collections.unmodifiableMap(new LinkedHashMap<>(config));
    }

    public boolean isSpout() {
        return component instanceof Spout;
    }
}
