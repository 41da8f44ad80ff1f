package dev.gale.runtime.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.runtime.code.Jars;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import dev.gale.spi.transport.Transport;
import dev.gale.spi.transport.TransportFactory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PluginsIT {
    private static final String SERVICE = "META-INF/services/" + TransportFactory.class.getName();
    private static final PeerIdentity SELF = new PeerIdentity("words-1", "6700", 1, "a");

    @TempDir
    Path directory;

    @Test
    void onePluginSeesItsOwnVersionOfALibraryAndNotTheOthers() throws IOException {
        plugin("one", "one", "1");
        plugin("two", "two", "2");

        assertThat(plugins().names(TransportFactory.class, "transport", TransportFactory::name))
                .containsExactly("one", "two");
        assertThat(open("one").maxFrameBytes()).isEqualTo(1);
        assertThat(open("two").maxFrameBytes()).isEqualTo(2);
    }

    @Test
    void callsAndThreadsOfAPluginHaveItsLoaderAsContextLoaderAndGiveTheCallersBack() throws Exception {
        plugin("one", "one", "1");
        ClassLoader before = Thread.currentThread().getContextClassLoader();

        Transport transport = open("one");
        Endpoint endpoint = transport.bind("here", SELF, new byte[0]);
        CompletableFuture<ClassLoader> inThread = new CompletableFuture<>();
        Link link = endpoint.link("there", SELF, new Waiting(inThread));

        assertThat(link.offer(ByteBuffer.allocate(1))).isEqualTo(SendResult.SENT);
        assertThat(inThread.get(30, TimeUnit.SECONDS)).isInstanceOf(PluginClassLoader.class);
        link.close();
        endpoint.close();
        transport.close();
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
    }

    @Test
    void anErrorOfAPluginComesThroughAsItIs() throws IOException {
        plugin("one", "one", "1");
        ClassLoader before = Thread.currentThread().getContextClassLoader();

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> open("one").bind("", SELF, new byte[0]))
                .withMessage("no address");
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.lmax.disruptor.RingBuffer",
                "dev.gale.api.Component",
                "dev.gale.adapter.memory.MemoryTransportFactory",
                "dev.gale.runtime.plugin.Plugins",
                "org.slf4j.simple.SimpleLogger",
                "org.junit.jupiter.api.Test",
            })
    void aPluginSeesNothingOfTheEngineAndItsLibraries(String name) throws IOException {
        plugin("one", "one", "1");
        try (PluginClassLoader loader = PluginClassLoader.of(directory.resolve("one"))) {
            assertThatExceptionOfType(ClassNotFoundException.class).isThrownBy(() -> loader.loadClass(name));
            assertThat(loader.getResource(name.replace('.', '/') + ".class")).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.gale.spi.transport.Transport",
                "org.jspecify.annotations.Nullable",
                "org.slf4j.Logger",
                "org.slf4j.spi.LoggingEventBuilder",
            })
    void whatIsSharedIsTheEnginesOwnThoughThePluginHasACopy(String name) throws Exception {
        write("one", "copies.jar", new Jars().with(name.replace('.', '/') + ".class", "no class"));
        try (PluginClassLoader loader = PluginClassLoader.of(directory.resolve("one"))) {
            assertThat(loader.loadClass(name)).isSameAs(Class.forName(name));
        }
    }

    @Test
    void aProviderThatIsSharedWithTheEngineIsNoneOfThePlugin() throws IOException {
        plugin("one", "one", "1");
        // Its class is not among the jars, yet the loader finds one.
        write(
                "two",
                "two.jar",
                new Jars()
                        .with("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nGale-Spi-Version: [1,2)\n")
                        .with("META-INF/services/java.lang.Runnable", "java.lang.Thread"));

        assertThat(plugins().names(Runnable.class, "runnable", Object::toString))
                .isEmpty();
    }

    @Test
    void twoOfOneNameAreAnErrorThatSaysWhereBothAre() throws IOException {
        plugin("mine", "memory", "1");

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> find(new Plugins(getClass().getClassLoader(), Optional.of(directory)), "memory"))
                .withMessage("transport: there are two adapters named 'memory', in the class path and in "
                        + directory.resolve("mine") + "; remove one");
    }

    @Test
    void aPluginThatCannotBeLoadedIsAnErrorThatSaysWhereItIs() throws IOException {
        write(
                "half",
                "half.jar",
                new Jars()
                        .with("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nGale-Spi-Version: [1,2)\n")
                        .with(SERVICE, "x.Missing"));

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> open("memory"))
                .withMessageContaining("transport: an adapter in " + directory.resolve("half") + " cannot be loaded: ")
                .withMessageContaining("x.Missing");
    }

    @Test
    void aDamagedJarIsAnErrorThatNamesIt() throws IOException {
        plugin("one", "one", "1");
        Files.writeString(directory.resolve("one").resolve("library.jar"), "no jar");

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> open("one"))
                .withMessageStartingWith("The plugin in " + directory.resolve("one")
                        + " is damaged: library.jar cannot be read as a jar: ")
                .withMessageEndingWith("; put it there again, or remove the folder")
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED));
    }

    @Test
    void aNameThatIsNoneIsAnErrorThatSaysWhereItIs() throws IOException {
        plugin("one", "Bad_Name", "1");

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> open("one"))
                .withMessage("transport: an adapter in " + directory.resolve("one") + " has the name 'Bad_Name'; "
                        + Plugins.NAME_RULE + "; correct it or remove it");
    }

    @Test
    void aFactoryThatThrowsInsteadOfItsNameIsAnErrorWithTheReason() throws IOException {
        write(
                "one",
                "one.jar",
                new Jars()
                        .with("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nGale-Spi-Version: [1,2)\n")
                        .with(SERVICE, PluggedTransportFactory.class.getName())
                        .with(PluggedTransportFactory.class));

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> open("one"))
                .withMessageStartingWith(
                        "transport: an adapter in " + directory.resolve("one") + " does not say its name: ")
                .withMessageContaining("name.txt is not seen");
    }

    @Test
    void aPluginForOtherPortsIsAnErrorWithBothVersionsAndTheRemedy() throws IOException {
        plugin("one", "one", "1", "Gale-Spi-Version: [2,3)\n");

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> open("one"))
                .withMessage("transport: the plugin in " + directory.resolve("one")
                        + " cannot be used: plugin.jar fits the versions [2,3) of Gale's SPI, and this Gale has 1.1; get a"
                        + " release of the plugin that fits 1.1, or remove it")
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED));
    }

    @Test
    void aPluginThatDoesNotSayWhichPortsItFitsIsAnErrorWithTheRemedy() throws IOException {
        plugin("one", "one", "1", "");

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> open("one"))
                .withMessage("transport: the plugin in " + directory.resolve("one")
                        + " cannot be used: plugin.jar does not say which versions of Gale's SPI it fits; if it is yours,"
                        + " put Gale-Spi-Version: [1,2) into its manifest, else get a release that has this");
    }

    @Test
    void aRangeThatIsNoneIsAnErrorThatShowsOne() throws IOException {
        plugin("one", "one", "1", "Gale-Spi-Version: 1+\n");

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> open("one"))
                .withMessageEndingWith("plugin.jar says Gale-Spi-Version: 1+ in its manifest, which is no range such as"
                        + " [1,2); correct it");
    }

    @Test
    void anUnknownNameIsAnErrorThatListsTheKnownAndSaysWhereToPutIt() throws IOException {
        plugin("one", "one", "1");

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> open("aeron"))
                .withMessage("transport: there is no adapter named 'aeron'; found one. Name one of these, or put"
                        + " gale-adapter-aeron and its libraries into " + directory.resolve("aeron"));
    }

    @Test
    void filesAndFoldersWithoutJarsAreNoPlugins() throws IOException {
        Files.writeString(directory.resolve("README"), "Plugins go here.");
        Files.createDirectories(directory.resolve("empty"));

        assertThat(plugins().names(TransportFactory.class, "transport", TransportFactory::name))
                .isEmpty();
    }

    @Test
    void theDirectoryNeedNotBeThere() {
        Plugins plugins = new Plugins(getClass().getClassLoader(), Optional.of(directory.resolve("none")));

        assertThat(plugins.names(TransportFactory.class, "transport", TransportFactory::name))
                .contains("memory");
    }

    private record Waiting(CompletableFuture<ClassLoader> loader) implements LinkListener {
        @Override
        public void connected(PeerIdentity peer) {
            throw new AssertionError("not asked for");
        }

        @Override
        public void frame(ByteBuffer frame) {
            throw new AssertionError("not asked for");
        }

        @Override
        public void writable() {
            loader.complete(Thread.currentThread().getContextClassLoader());
        }

        @Override
        public void disconnected(String reason, long framesLost) {
            throw new AssertionError(reason);
        }
    }

    private Plugins plugins() {
        return new Plugins(ClassLoader.getPlatformClassLoader(), Optional.of(directory));
    }

    private Transport open(String name) {
        EnginePluginContext context =
                new EnginePluginContext("test", "transport " + name, System::nanoTime, new SplittableRandom(1));
        return find(plugins(), name).open(ConfigSection.of(name, Map.of()), context);
    }

    private static TransportFactory find(Plugins plugins, String name) {
        return plugins.find(TransportFactory.class, "transport", name, TransportFactory::name);
    }

    private void plugin(String folder, String name, String version) throws IOException {
        plugin(folder, name, version, "Gale-Spi-Version: [1,2)\n");
    }

    private void plugin(String folder, String name, String version, String attributes) throws IOException {
        Jars jar = new Jars()
                .with("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n" + attributes)
                .with(SERVICE, PluggedTransportFactory.class.getName());
        jar.with(PluggedTransportFactory.class);
        for (Class<?> part : PluggedTransportFactory.class.getDeclaredClasses()) {
            jar.with(part);
        }
        write(folder, "plugin.jar", jar);
        write(folder, "library.jar", new Jars().with("name.txt", name).with("version.txt", version));
    }

    private void write(String folder, String jar, Jars content) throws IOException {
        Files.createDirectories(directory.resolve(folder));
        Files.write(directory.resolve(folder).resolve(jar), content.bytes());
    }
}
