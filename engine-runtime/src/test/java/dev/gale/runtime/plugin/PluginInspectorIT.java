package dev.gale.runtime.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.runtime.code.Jars;
import dev.gale.runtime.plugin.PluginReport.Adapter;
import dev.gale.runtime.plugin.PluginReport.Check;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.transport.TransportFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PluginInspectorIT {
    private static final String SERVICE = "META-INF/services/" + TransportFactory.class.getName();
    private static final String FITS = "Implementation-Version: 3.1\nGale-Spi-Version: [1,2)\n";

    @TempDir
    Path directory;

    @Test
    void aPluginThatFitsIsToldWithAllThatItBrings() throws IOException {
        write("one/plugin.jar", plugged(FITS));
        write("one/library.jar", new Jars().with("name.txt", "one").with("version.txt", "1"));

        PluginReport report = PluginInspector.of(directory.resolve("one"));

        assertThat(report.problems()).isEmpty();
        assertThat(report.checks())
                .extracting(Check::what)
                .containsExactly("jars", "manifest", "provider files", "loading");
        assertThat(report.version()).contains("3.1");
        assertThat(report.spi()).contains("[1,2)");
        assertThat(report.jars()).containsExactly("library.jar", "plugin.jar");
        assertThat(report.adapters())
                .containsExactly(new Adapter("one", AdapterKind.TRANSPORT, PluggedTransportFactory.class.getName()));
    }

    @Test
    void oneJarIsLookedAtLikeAFolder() throws IOException {
        write("plugin.jar", plugged(FITS).with("name.txt", "one").with("version.txt", "1"));

        PluginReport report = PluginInspector.of(directory.resolve("plugin.jar"));

        assertThat(report.problems()).isEmpty();
        assertThat(report.adapters()).extracting(Adapter::name).containsExactly("one");
    }

    @Test
    void nothingOfAPluginForOtherPortsIsLoaded() throws IOException {
        write("one/plugin.jar", plugged("Gale-Spi-Version: [2,3)\n"));

        PluginReport report = PluginInspector.of(directory.resolve("one"));

        assertThat(report.adapters()).isEmpty();
        assertThat(problems(report, "manifest"))
                .singleElement()
                .asString()
                .startsWith("plugin.jar fits the versions [2,3)");
        assertThat(report.problems()).hasSize(1);
    }

    @Test
    void aJarThatIsNoneIsTold() throws IOException {
        write("one/plug in.jar", plugged(FITS).with("name.txt", "one").with("version.txt", "1"));
        Files.writeString(directory.resolve("one/library.jar"), "no jar");
        Files.write(directory.resolve("one/none.jar"), new byte[0]);

        PluginReport report = PluginInspector.of(directory.resolve("one"));

        assertThat(problems(report, "jars"))
                .satisfiesExactly(
                        problem -> assertThat(problem)
                                .startsWith("library.jar cannot be read as a jar: ")
                                .endsWith("; put it there again"),
                        problem -> assertThat(problem).startsWith("none.jar cannot be read as a jar: "));
        assertThat(report.jars()).containsExactly("library.jar", "none.jar", "plug in.jar");
    }

    @Test
    void aProviderFileThatNamesNoClassIsTold() throws IOException {
        write("one/plugin.jar", manifest(FITS).with(SERVICE, "x.Missing"));

        assertThat(problems(PluginInspector.of(directory.resolve("one")), "provider files"))
                .singleElement()
                .asString()
                .contains("x.Missing", "correct the file or add the class");
    }

    @Test
    void aProviderOfTheEngineIsNoneOfThePlugin() throws IOException {
        write("one/plugin.jar", manifest(FITS).with(SERVICE, "java.lang.Object"));

        assertThat(problems(PluginInspector.of(directory.resolve("one")), "provider files"))
                .singleElement()
                .asString()
                .startsWith(
                        "the file for " + TransportFactory.class.getName() + " names no class of the plugin's jars");
    }

    @Test
    void aLibraryThatIsMissingIsTold() throws IOException {
        write("one/plugin.jar", plugged(FITS));

        assertThat(problems(PluginInspector.of(directory.resolve("one")), "loading"))
                .singleElement()
                .asString()
                .startsWith(PluggedTransportFactory.class.getName() + " cannot be made: ");
    }

    @Test
    void jarsWithoutAProviderFileAreNoPlugin() throws IOException {
        write("one/library.jar", new Jars().with("name.txt", "one"));

        assertThat(problems(PluginInspector.of(directory.resolve("one")), "provider files"))
                .singleElement()
                .asString()
                .startsWith("no jar has a file META-INF/services/");
    }

    @Test
    void aCopyOfWhatTheEngineLendsIsTold() throws IOException {
        write("one/plugin.jar", plugged(FITS).with("name.txt", "one").with("version.txt", "1"));
        write("one/spi.jar", new Jars().with("dev/gale/spi/plugin/PluginContext.class", ""));

        assertThat(problems(PluginInspector.of(directory.resolve("one")), "jars"))
                .containsExactly(
                        "there is a copy of gale-spi, which Gale lends and which is not looked at; leave it out");
    }

    @Test
    void aDirectoryIsToldByItsFoldersInOrder() throws IOException {
        write("two/plugin.jar", plugged(FITS));
        write("one/plugin.jar", plugged(FITS));
        Files.writeString(directory.resolve("README"), "Plugins go here.");

        assertThat(PluginInspector.all(directory))
                .extracting(PluginReport::place)
                .containsExactly(directory.resolve("one"), directory.resolve("two"));
        assertThat(PluginInspector.all(directory.resolve("none"))).isEmpty();
    }

    @Test
    void twoOfOneNameAreToldOfBoth() throws IOException {
        for (String folder : List.of("one", "two")) {
            write(folder + "/plugin.jar", plugged(FITS).with("name.txt", "acme").with("version.txt", "1"));
        }

        List<PluginReport> reports = PluginInspector.all(directory);

        assertThat(reports.get(0).problems())
                .containsExactly(directory.resolve("two") + " brings a transport named 'acme', too; remove one");
        assertThat(reports.get(1).problems())
                .containsExactly(directory.resolve("one") + " brings a transport named 'acme', too; remove one");
    }

    @Test
    void whatIsNotThereCannotBeRead() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> PluginInspector.of(directory.resolve("none")))
                .withMessageContaining(directory.resolve("none") + " cannot be read");
    }

    private static List<String> problems(PluginReport report, String check) {
        return report.checks().stream()
                .filter(each -> each.what().equals(check))
                .findFirst()
                .orElseThrow()
                .problems();
    }

    private static Jars manifest(String attributes) {
        return new Jars().with("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n" + attributes);
    }

    private static Jars plugged(String attributes) {
        Jars jar = manifest(attributes)
                .with(SERVICE, PluggedTransportFactory.class.getName())
                .with(PluggedTransportFactory.class);
        for (Class<?> part : PluggedTransportFactory.class.getDeclaredClasses()) {
            jar.with(part);
        }
        return jar;
    }

    private void write(String file, Jars content) throws IOException {
        Path jar = directory.resolve(file);
        Files.createDirectories(jar.getParent());
        Files.write(jar, content.bytes());
    }
}
