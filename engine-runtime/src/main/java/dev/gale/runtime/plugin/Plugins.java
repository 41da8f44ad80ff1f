package dev.gale.runtime.plugin;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The adapters that a process can have: those on its class path, and those in a directory of plugins, one folder each, which get a
 * class loader of their own. Safe for use by several threads.
 */
public final class Plugins {
    /** The system property with the folder of an installation; its plugins are in {@code plugins} there. */
    public static final String HOME = "gale.home";

    /** For messages. */
    static final String NAME_RULE = "a name has small letters, digits and dashes, and begins with a letter";

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

    private record Found<F>(F factory, String place) {}

    /** Once for a process: a plugin's classes, and the native libraries that they load, are to be there once. */
    private static final class OfThisProcess {
        static final Plugins PLUGINS = new Plugins(Plugins.class.getClassLoader(), installed());
    }

    private final ClassLoader classPath;
    private final Optional<Path> directory;
    private final Map<Path, PluginClassLoader> loaders;

    /**
     * Looks whether the jars can be read, and at nothing in them yet.
     *
     * @param classPath whose adapters see all of it
     * @param directory of the plugins; files in it, and folders without a jar, are not looked at, and it need not be there
     * @throws EngineException REJECTED if a folder or a jar cannot be read
     */
    public Plugins(ClassLoader classPath, Optional<Path> directory) {
        this.classPath = classPath;
        this.directory = directory;
        loaders = directory.filter(Files::isDirectory).map(Plugins::loaders).orElse(Map.of());
    }

    /** Those of the class path, and of the installation that this process runs from, if it does. */
    public static Plugins here() {
        return OfThisProcess.PLUGINS;
    }

    /** The directory of plugins of the installation that this process runs from, if it does. */
    public static Optional<Path> installed() {
        return Optional.ofNullable(System.getProperty(HOME)).map(home -> Path.of(home, "plugins"));
    }

    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /**
     * The names of all adapters of one kind.
     *
     * @throws EngineException REJECTED if one cannot be loaded or fits other ports than these, or two have one name
     */
    public <F> Set<String> names(Class<F> factory, String port, Function<F, String> nameOf) {
        return new TreeSet<>(all(factory, port, nameOf).keySet());
    }

    /**
     * @param port what the factory makes, for messages: the configuration key that names it, such as {@code transport}
     * @param name the name wanted
     * @param nameOf a factory's name
     * @return the factory; what comes from a plugin has the plugin's class loader as context loader in every call
     * @throws EngineException REJECTED if there is no such factory, or several, or one cannot be loaded
     */
    public <F> F find(Class<F> factory, String port, String name, Function<F, String> nameOf) {
        Map<String, Found<F>> found = all(factory, port, nameOf);
        Found<F> wanted = found.get(name);
        if (wanted == null) {
            throw rejected(port + ": there is no adapter named '" + name + "'; found "
                    + (found.isEmpty() ? "none" : String.join(", ", found.keySet()))
                    + ". Name one of these, or put gale-adapter-" + name + " "
                    + directory
                            .map(plugins -> "and its libraries into " + plugins.resolve(name))
                            .orElse("on the class path"));
        }
        return wanted.factory();
    }

    private <F> Map<String, Found<F>> all(Class<F> type, String port, Function<F, String> nameOf) {
        Map<String, Found<F>> found = new TreeMap<>();
        for (F each : providers(type, classPath, port, "the class path")) {
            add(new Found<>(each, "the class path"), port, nameOf, found);
        }
        loaders.forEach((folder, loader) -> {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(loader);
            try {
                rejectUnfit(type, loader, port, folder);
                for (F each : providers(type, loader, port, folder.toString())) {
                    // What a loader did not define itself is there without the plugin.
                    if (each.getClass().getClassLoader() == loader) {
                        add(new Found<>(InContext.of(type, each, loader), folder.toString()), port, nameOf, found);
                    }
                }
            } finally {
                thread.setContextClassLoader(before);
            }
        });
        return found;
    }

    /** Before a class is loaded: what is built for other ports fails in ways that nobody understands. */
    private static void rejectUnfit(Class<?> type, PluginClassLoader loader, String port, Path folder) {
        try {
            for (ProviderFile file : ProviderFile.of(loader, type)) {
                file.unfit().ifPresent(why -> {
                    throw rejected(port + ": the plugin in " + folder + " cannot be used: " + why);
                });
            }
        } catch (IOException e) {
            throw new EngineException(
                    Category.REJECTED, port + ": the plugin in " + folder + " cannot be read: " + e, e);
        }
    }

    private static <F> void add(Found<F> one, String port, Function<F, String> nameOf, Map<String, Found<F>> found) {
        String name = name(one, port, nameOf);
        Found<F> other = found.put(name, one);
        if (other != null) {
            throw rejected(port + ": there are two adapters named '" + name + "', in " + other.place() + " and in "
                    + one.place() + "; remove one");
        }
    }

    private static <F> String name(Found<F> one, String port, Function<F, String> nameOf) {
        @Nullable String name;
        try {
            name = nameOf.apply(one.factory());
        } catch (RuntimeException | LinkageError e) {
            throw new EngineException(
                    Category.REJECTED,
                    port + ": an adapter in " + one.place() + " does not say its name: " + deepest(e)
                            + "; complete it or remove it",
                    e);
        }
        if (name == null || !isName(name)) {
            throw rejected(port + ": an adapter in " + one.place() + " has the name '" + name + "'; " + NAME_RULE
                    + "; correct it or remove it");
        }
        return name;
    }

    /** What came first: a failure to make an object has the reason inside it. */
    static Throwable deepest(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return deepest;
    }

    private static <F> List<F> providers(Class<F> type, ClassLoader loader, String port, String place) {
        try {
            List<F> providers = new ArrayList<>();
            ServiceLoader.load(type, loader).forEach(providers::add);
            return providers;
        } catch (ServiceConfigurationError | LinkageError e) {
            throw new EngineException(
                    Category.REJECTED,
                    port + ": an adapter in " + place + " cannot be loaded: " + e.getMessage()
                            + (e.getCause() == null ? "" : ": " + deepest(e)) + "; complete it or remove it",
                    e);
        }
    }

    private static Map<Path, PluginClassLoader> loaders(Path directory) {
        Map<Path, PluginClassLoader> loaders = new TreeMap<>();
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path folder : entries.filter(Files::isDirectory).toList()) {
                PluginClassLoader loader = PluginClassLoader.of(folder);
                List<String> unreadable = loader.unreadable();
                if (!unreadable.isEmpty()) {
                    throw rejected("The plugin in " + folder + " is damaged: " + String.join("; ", unreadable)
                            + "; put it there again, or remove the folder");
                }
                if (!loader.jars().isEmpty()) {
                    loaders.put(folder, loader);
                }
            }
        } catch (IOException e) {
            throw new EngineException(Category.REJECTED, "The plugins in " + directory + " cannot be read: " + e, e);
        }
        return loaders;
    }

    private static EngineException rejected(String message) {
        return new EngineException(Category.REJECTED, message);
    }
}
