package dev.gale.runtime.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.api.BasicBolt;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.spi.plugin.EngineException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

@Timeout(60)
class UserClassLoaderIT {
    private static final String BOLT = Declared.Basic.class.getName();

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.esotericsoftware.kryo.Kryo",
                "com.fasterxml.jackson.jr.ob.JSON",
                "com.lmax.disruptor.RingBuffer",
                "dev.gale.engine.executor.TopologyPlan",
                "dev.gale.local.LocalCluster",
                "dev.gale.runtime.code.UserClassLoader",
                "dev.gale.spi.transport.Transport",
                "org.jspecify.annotations.Nullable",
                "org.junit.jupiter.api.Test",
            })
    void anAuthorSeesNothingOfTheEngineAndItsLibraries(String name) throws Exception {
        Class.forName(name);
        try (UserClassLoader loader = loader(new Jars().with(Declared.Basic.class))) {
            assertThatExceptionOfType(ClassNotFoundException.class).isThrownBy(() -> loader.loadClass(name));
            assertThat(loader.getResource(name.replace('.', '/') + ".class")).isNull();
            assertThat(Collections.list(loader.getResources(name.replace('.', '/') + ".class")))
                    .isEmpty();
        }
    }

    @Test
    void theApiAndSlf4jAreTheEnginesOwn() throws Exception {
        try (UserClassLoader loader = loader(
                new Jars().with(Declared.Basic.class).with(BasicBolt.class).with(Logger.class))) {
            assertThat(loader.loadClass("dev.gale.api.BasicBolt")).isSameAs(BasicBolt.class);
            assertThat(loader.loadClass("org.slf4j.Logger")).isSameAs(Logger.class);
            Class<?> bolt = loader.loadClass(BOLT);
            assertThat(bolt.getClassLoader()).isSameAs(loader);
            assertThat(bolt).isNotSameAs(Declared.Basic.class);
            assertThat(BasicBolt.class).isAssignableFrom(bolt);
        }
    }

    @Test
    void whatBindsSlf4jIsNotShared() throws Exception {
        try (UserClassLoader loader = loader(new Jars()
                .with("org/slf4j/simple/SimpleLogger.class", "no class")
                .with("org/slf4j/LoggerFactory.class", "no class"))) {
            assertThat(loader.loadClass("org.slf4j.LoggerFactory")).isSameAs(LoggerFactory.class);
            assertThatExceptionOfType(ClassFormatError.class)
                    .as("the author's own is looked at")
                    .isThrownBy(() -> loader.loadClass("org.slf4j.simple.SimpleLogger"));
        }
    }

    @Test
    void theJdkIsSeenWithAllItsModules() throws Exception {
        try (UserClassLoader loader = loader(new Jars().with(Declared.Basic.class))) {
            assertThat(loader.loadClass("java.util.List")).isSameAs(List.class);
            assertThat(loader.loadClass("java.sql.Connection").getName()).isEqualTo("java.sql.Connection");
        }
    }

    @Test
    void theAuthorsResourcesComeFirstAndTheEnginesNotAtAll() throws Exception {
        String services = "META-INF/services/dev.gale.spi.transport.TransportFactory";
        assertThat(getClass().getClassLoader().getResource(services)).isNotNull();
        try (UserClassLoader loader = loader(new Jars()
                .with(Declared.Basic.class)
                .with("words.txt", "mine")
                .with("META-INF/services/java.nio.file.spi.FileSystemProvider", "x.Mine"))) {
            try (InputStream words = loader.getResourceAsStream("words.txt")) {
                assertThat(new String(words.readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo("mine");
            }
            assertThat(loader.getResource(services)).isNull();
            assertThat(Collections.list(loader.getResources("META-INF/services/java.nio.file.spi.FileSystemProvider")))
                    .extracting(URL::toString)
                    .first()
                    .asString()
                    .contains("stormjar.jar");
        }
    }

    @Test
    void componentsAreMadeOfTheAuthorsClasses() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new Declared.Words(Map.of()));
        builder.setBolt("count", new Declared.Basic()).customGrouping("words", new Declared.First(1));
        TopologyCode code = code(builder.createTopology());
        Jars jar = new Jars()
                .with(Declared.class)
                .with(Declared.Words.class)
                .with(Declared.Basic.class)
                .with(Declared.First.class);

        try (UserClassLoader loader = loader(jar)) {
            LoadedCode loaded = LoadedCode.of(code, TopologyConf.of(Map.of()), loader);

            assertThat(loaded.copies().component("count").getClass().getClassLoader())
                    .isSameAs(loader);
        }
    }

    @Test
    void anObjectOfTheEnginesCannotBeSmuggledIn() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new Declared.Words(Map.of("my.spout", "x")));
        TopologyCode code = code(builder.createTopology());

        try (UserClassLoader loader = loader(new Jars().with(Declared.Basic.class))) {
            LoadedCode loaded = LoadedCode.of(code, TopologyConf.of(Map.of()), loader);

            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> loaded.copies().component("words"))
                    .withMessageContaining("'words'")
                    .withMessageContaining(Declared.Words.class.getName());
        }
    }

    @Test
    void aRegisteredClassThatTheJarDoesNotHaveIsNamed() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new Declared.Words(Map.of()));
        TopologyConf conf =
                TopologyConf.of(Map.of("topology.kryo.register", List.of("com.esotericsoftware.kryo.Kryo")));

        try (UserClassLoader loader = loader(new Jars().with(Declared.Words.class))) {
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> LoadedCode.of(code(builder.createTopology()), conf, loader))
                    .withMessageContaining("com.esotericsoftware.kryo.Kryo is not found");
        }
    }

    @Test
    void closingLetsGoOfTheJar() throws Exception {
        Path descriptors = Path.of("/proc/self/fd");
        Assumptions.assumeThat(descriptors).isDirectory();
        UserClassLoader loader = loader(new Jars().with(Declared.Basic.class).with("words.txt", "mine"));
        loader.loadClass(BOLT);
        try (InputStream words = loader.getResourceAsStream("words.txt")) {
            assertThat(words).isNotNull();
        }
        assertThat(openFiles(descriptors)).anyMatch(file -> file.endsWith("stormjar.jar"));

        loader.close();

        assertThat(openFiles(descriptors)).noneMatch(file -> file.startsWith(directory.toString()));
        assertThatExceptionOfType(ClassNotFoundException.class)
                .isThrownBy(() -> loader.loadClass(Declared.First.class.getName()));
    }

    private UserClassLoader loader(Jars jar) throws IOException {
        return new UserClassLoader("t-1", Files.write(directory.resolve("stormjar.jar"), jar.bytes()));
    }

    private static TopologyCode code(Topology topology) {
        return TopologyCode.of(topology, problem -> {
                    throw new AssertionError(problem);
                })
                .orElseThrow();
    }

    private static List<String> openFiles(Path descriptors) throws IOException {
        try (Stream<Path> open = Files.list(descriptors)) {
            return open.map(UserClassLoaderIT::target).toList();
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return ""; // the listing itself, which is closed meanwhile
        }
    }
}
