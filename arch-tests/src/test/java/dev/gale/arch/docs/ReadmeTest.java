package dev.gale.arch.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.arch.PromisedPackages;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeTest {
    private static final String IMPORTS = "import dev.gale.api.*;\nimport dev.gale.local.*;\n";

    /** What the topology takes from its reader. */
    private static final Map<String, String> ASSUMED = new TreeMap<>(Map.of("SentenceSpout", """
            class SentenceSpout extends BaseRichSpout {
                public void open(java.util.Map<String, Object> c, TopologyContext t, SpoutOutputCollector o) {}
                public void nextTuple() {}
                public void declareOutputFields(OutputFieldsDeclarer d) { d.declare(new Fields("sentence")); }
            }
            """, "CountBolt", """
            class CountBolt extends BaseBasicBolt {
                public void execute(Tuple word, BasicOutputCollector collector) {}
                public void declareOutputFields(OutputFieldsDeclarer d) {}
            }
            """));

    private final Markdown readme = new Markdown(Repository.read("README.md"));

    @TempDir
    Path folder;

    @Test
    void theTopologyHasTenLinesAndCompiles() throws IOException {
        List<String> java = readme.section("A topology").blocks().stream()
                .filter(it -> it.info().equals("java"))
                .map(Markdown.Block::code)
                .toList();
        assertThat(java).hasSize(2);
        assertThat(java.get(0).lines()).hasSizeLessThanOrEqualTo(10);
        Map<String, String> sources = new TreeMap<>(ASSUMED);
        sources.put("Sample", "class Sample {\nvoid run() throws Exception {\n" + java.get(0) + "}\n}\n");
        sources.put("SplitBolt", java.get(1));

        assertThat(errorsOf(sources)).isEmpty();
    }

    @Test
    void theModuleMapIsThatOfTheBuild() {
        assertThat(readme.section("Modules").rowNames())
                .as("README's table of modules, and <modules> in pom.xml")
                .containsExactlyInAnyOrderElementsOf(Repository.modules());
    }

    @Test
    void thePackageMapIsThatOfTheSource() {
        SortedSet<String> source = new TreeSet<>();
        Repository.modules().stream()
                .filter(module -> !module.startsWith("benchmarks"))
                .forEach(module -> source.addAll(Repository.packages(module)));

        assertThat(readme.section("Packages").rowNames())
                .as("README's table of packages, and the packages under src/main/java of all modules but benchmarks")
                .containsExactlyInAnyOrderElementsOf(source);
    }

    @Test
    void thePromisedPackagesAreThoseOfTheLaw() {
        String text = readme.section("Packages").text();
        String promise = text.substring(text.indexOf("Others may build on "), text.indexOf(": what is"));

        assertThat(Repository.find(Pattern.compile("`dev\\.gale\\.([a-z.]+)`"), promise))
                .containsExactlyInAnyOrderElementsOf(PromisedPackages.NAMES);
    }

    private String errorsOf(Map<String, String> sources) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, String> source : sources.entrySet()) {
            files.add(Files.writeString(folder.resolve(source.getKey() + ".java"), IMPORTS + source.getValue()));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter errors = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = Stream.of(
                            "-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"))
                    .toList();
            compiler.getTask(errors, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
        }
        return errors.toString();
    }
}
