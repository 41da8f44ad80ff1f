package dev.gale.runtime.plugin;

import dev.gale.spi.plugin.SpiVersion;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * A file for {@link java.util.ServiceLoader} in a plugin's jar, and what the jar's manifest says.
 *
 * @param jar its name
 * @param version of the plugin, {@code Implementation-Version}
 * @param spi the range of versions of the ports as it is written
 */
record ProviderFile(String jar, Optional<String> version, Optional<String> spi) {
    private static final String FOLDER = "META-INF/services/";

    /**
     * Those for one type, of the plugin's own jars.
     *
     * @throws IOException if a jar cannot be read
     */
    static List<ProviderFile> of(PluginClassLoader loader, Class<?> type) throws IOException {
        List<ProviderFile> found = new ArrayList<>();
        for (URL url : Collections.list(loader.findResources(FOLDER + type.getName()))) {
            JarURLConnection connection = (JarURLConnection) url.openConnection();
            connection.setUseCaches(false);
            try (JarFile jar = connection.getJarFile()) {
                Manifest manifest = jar.getManifest();
                Attributes attributes = manifest == null ? new Attributes() : manifest.getMainAttributes();
                found.add(new ProviderFile(
                        String.valueOf(Path.of(jar.getName()).getFileName()),
                        Optional.ofNullable(attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION)),
                        Optional.ofNullable(attributes.getValue(SpiVersion.ATTRIBUTE))));
            }
        }
        return found;
    }

    /** What keeps the plugin from being loaded, and the remedy; empty if nothing does. */
    Optional<String> unfit() {
        if (spi.isEmpty()) {
            return Optional.of(jar + " does not say which versions of Gale's SPI it fits; if it is yours, put "
                    + SpiVersion.ATTRIBUTE + ": " + SpiRange.EXAMPLE
                    + " into its manifest, else get a release that has this");
        }
        Optional<SpiRange> range = SpiRange.of(spi.get());
        if (range.isEmpty()) {
            return Optional.of(jar + " says " + SpiVersion.ATTRIBUTE + ": " + spi.get()
                    + " in its manifest, which is no range such as " + SpiRange.EXAMPLE + "; correct it");
        }
        if (!range.get().contains(SpiVersion.CURRENT)) {
            return Optional.of(jar + " fits the versions " + spi.get() + " of Gale's SPI, and this Gale has "
                    + SpiVersion.CURRENT + "; get a release of the plugin that fits " + SpiVersion.CURRENT
                    + ", or remove it");
        }
        return Optional.empty();
    }
}
