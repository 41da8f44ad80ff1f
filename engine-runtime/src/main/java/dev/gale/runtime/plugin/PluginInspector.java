package dev.gale.runtime.plugin;

import dev.gale.runtime.plugin.PluginReport.Adapter;
import dev.gale.runtime.plugin.PluginReport.Check;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.plugin.PluginContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a plugin without opening an adapter: its jars, its manifest, its provider files, and whether its factories can be made in a
 * class loader of their own. What a factory does, and how its classes are built, is not looked at.
 */
public final class PluginInspector {
    /** A class of each library that the engine lends, and the library's name. */
    private static final List<List<String>> LENT = List.of(
            List.of(PluginContext.class.getName(), "gale-spi"),
            List.of("org.slf4j.Logger", "slf4j-api"),
            List.of("org.jspecify.annotations.Nullable", "jspecify"));

    private static final String MISSING =
            "; a library is missing, or a class of the engine is used, which plugins do not see";

    private final PluginClassLoader loader;
    private final Path place;
    private final List<ProviderFile> files = new ArrayList<>();
    private final List<Adapter> adapters = new ArrayList<>();
    private final List<String> inJars = new ArrayList<>();
    private final List<String> inManifest = new ArrayList<>();
    private final List<String> inProviders = new ArrayList<>();
    private final List<String> inLoading = new ArrayList<>();

    private PluginInspector(Path place, PluginClassLoader loader) {
        this.place = place;
        this.loader = loader;
    }

    /**
     * Every folder of a directory of plugins, in order, and whether two bring one adapter.
     *
     * @throws EngineException REJECTED if one cannot be read
     */
    public static List<PluginReport> all(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return withClashes(entries.filter(Files::isDirectory)
                    .sorted()
                    .map(PluginInspector::of)
                    .toList());
        } catch (IOException e) {
            throw new EngineException(Category.REJECTED, "The plugins in " + directory + " cannot be read: " + e, e);
        }
    }

    /**
     * @param place a plugin's folder, or a jar without libraries
     * @throws EngineException REJECTED if it cannot be read
     */
    public static PluginReport of(Path place) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (PluginClassLoader loader = PluginClassLoader.of(place)) {
            thread.setContextClassLoader(loader);
            return new PluginInspector(place, loader).report();
        } catch (IOException e) {
            throw new EngineException(Category.REJECTED, "The plugin in " + place + " cannot be read: " + e, e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static List<PluginReport> withClashes(List<PluginReport> reports) {
        return reports.stream()
                .map(report -> report.with(new Check("names", clashes(report, reports))))
                .toList();
    }

    private static List<String> clashes(PluginReport report, List<PluginReport> reports) {
        List<String> clashes = new ArrayList<>();
        for (PluginReport other : reports) {
            for (Adapter adapter : report.adapters()) {
                boolean same = other != report
                        && other.adapters().stream()
                                .anyMatch(it ->
                                        it.kind() == adapter.kind() && it.name().equals(adapter.name()));
                if (same) {
                    clashes.add(other.place() + " brings a " + adapter.kind().key() + " named '" + adapter.name()
                            + "', too; remove one");
                }
            }
        }
        return clashes;
    }

    private PluginReport report() throws IOException {
        List<String> jars = loader.jars().stream()
                .map(jar -> String.valueOf(jar.getFileName()))
                .toList();
        lookAtJars();
        for (AdapterKind kind : AdapterKind.values()) {
            List<ProviderFile> found = ProviderFile.of(loader, kind.factory());
            files.addAll(found);
            if (!found.isEmpty() && found.stream().allMatch(file -> file.unfit().isEmpty())) {
                int known = adapters.size() + inProviders.size() + inLoading.size();
                load(kind);
                if (adapters.size() + inProviders.size() + inLoading.size() == known) {
                    inProviders.add("the file for " + kind.factory().getName()
                            + " names no class of the plugin's jars; write the name of your factory's class into it");
                }
            }
        }
        if (files.isEmpty()) {
            inProviders.add("no jar has a file META-INF/services/ of a factory such as "
                    + AdapterKind.METADATA_STORE.factory().getName()
                    + "; add one with the name of your factory's class");
        }
        files.stream().distinct().forEach(file -> file.unfit().ifPresent(inManifest::add));
        return new PluginReport(
                place,
                files.stream().flatMap(file -> file.version().stream()).findFirst(),
                files.stream().flatMap(file -> file.spi().stream()).findFirst(),
                adapters,
                jars,
                List.of(
                        new Check("jars", inJars),
                        new Check("manifest", inManifest),
                        new Check("provider files", inProviders),
                        new Check("loading", inLoading)));
    }

    private void lookAtJars() {
        if (loader.jars().isEmpty()) {
            inJars.add("there is no jar in " + place + "; put the adapter's jar and its libraries there");
        }
        loader.unreadable().forEach(problem -> inJars.add(problem + "; put it there again"));
        for (List<String> lent : LENT) {
            if (loader.findResource(lent.get(0).replace('.', '/') + ".class") != null) {
                inJars.add("there is a copy of " + lent.get(1)
                        + ", which Gale lends and which is not looked at; leave it out");
            }
        }
    }

    private void load(AdapterKind kind) {
        Iterator<? extends ServiceLoader.Provider<?>> providers =
                ServiceLoader.load(kind.factory(), loader).stream().iterator();
        boolean more = true;
        while (more) {
            try {
                more = providers.hasNext();
                if (more) {
                    load(kind, providers.next());
                }
            } catch (ServiceConfigurationError e) {
                inProviders.add(e.getMessage() + "; correct the file or add the class");
            } catch (LinkageError e) {
                inLoading.add("a factory of " + kind.key() + " cannot be loaded: " + e + MISSING);
                more = false;
            }
        }
    }

    private void load(AdapterKind kind, ServiceLoader.Provider<?> provider) {
        Class<?> type = provider.type();
        if (type.getClassLoader() != loader) {
            inProviders.add(type.getName() + " is not in the plugin's jars; name a class that is");
            return;
        }
        try {
            @Nullable String name = kind.nameOf(provider.get());
            if (name != null && Plugins.isName(name)) {
                adapters.add(new Adapter(name, kind, type.getName()));
            } else {
                inLoading.add(type.getName() + " has the name '" + name + "'; " + Plugins.NAME_RULE);
            }
        } catch (ServiceConfigurationError | RuntimeException | LinkageError e) {
            Throwable reason = Plugins.deepest(e);
            boolean missing = reason instanceof LinkageError || reason instanceof ClassNotFoundException;
            inLoading.add(type.getName() + " cannot be made: " + reason
                    + (missing ? MISSING : "; a factory is made without touching anything"));
        }
    }
}
