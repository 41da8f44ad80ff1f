package dev.gale.runtime.plugin;

import dev.gale.spi.plugin.EngineException;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Looks factories of one port up by name. */
public final class Adapters {
    private Adapters() {}

    /** The names of all adapters of one kind. */
    public static <F> Set<String> names(Class<F> factory, Function<F, String> nameOf, ClassLoader loader) {
        Set<String> names = new TreeSet<>();
        ServiceLoader.load(factory, loader).forEach(each -> names.add(nameOf.apply(each)));
        return names;
    }

    /**
     * @param port what the factory makes, for messages: the configuration key that names it, such as {@code transport}
     * @param name the name wanted
     * @param nameOf a factory's name
     * @throws EngineException REJECTED if there is no such factory, or several
     */
    public static <F> F find(
            Class<F> factory, String port, String name, Function<F, String> nameOf, ClassLoader loader) {
        Map<String, F> found = new TreeMap<>();
        try {
            for (F each : ServiceLoader.load(factory, loader)) {
                F other = found.put(nameOf.apply(each), each);
                if (other != null) {
                    throw new EngineException(
                            EngineException.Category.REJECTED,
                            port + ": there are two adapters named '" + nameOf.apply(each) + "', "
                                    + other.getClass().getName() + " and "
                                    + each.getClass().getName() + "; remove one from the class path");
                }
            }
        } catch (ServiceConfigurationError e) {
            throw new EngineException(
                    EngineException.Category.REJECTED, port + ": an adapter cannot be loaded: " + e.getMessage(), e);
        }
        F wanted = found.get(name);
        if (wanted == null) {
            throw new EngineException(
                    EngineException.Category.REJECTED,
                    port + ": there is no adapter named '" + name + "'; found on the class path: "
                            + (found.isEmpty() ? "none" : String.join(", ", found.keySet()))
                            + ". Name one of these, or add gale-adapter-" + name);
        }
        return wanted;
    }
}
