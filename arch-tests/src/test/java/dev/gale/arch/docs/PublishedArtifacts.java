package dev.gale.arch.docs;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A Maven repository as those have it who build on Gale: Gale's artifacts, as this build has made them, and beside them all that
 * this build itself was resolved from, by links. Nothing is fetched, and the user's repository gets nothing of Gale's.
 */
record PublishedArtifacts(Path repository) {
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>gale-parent</artifactId>\\s*<version>(.*?)</version>");
    private static final String VERSION_HERE =
            Repository.find(VERSION, Repository.read("pom.xml")).get(0);
    private static final List<String> MODULES = List.of(
            "spi",
            "spi-tck",
            "arch-tests",
            "engine-domain",
            "engine-runtime",
            "adapter-aeron",
            "adapter-etcd",
            "adapter-http",
            "adapter-localfile-heartbeat",
            "adapter-memory",
            "adapter-netty",
            "adapter-zookeeper",
            "distribution");

    static PublishedArtifacts in(Path repository) throws IOException, URISyntaxException {
        Path own = repository.resolve("dev/gale");
        Files.createDirectories(own);
        Path users = usersRepository();
        link(users, repository, "dev");
        if (Files.exists(users.resolve("dev"))) {
            link(users.resolve("dev"), repository.resolve("dev"), "gale");
        }
        PublishedArtifacts artifacts = new PublishedArtifacts(repository);
        artifacts.publish("gale-parent", Repository.ROOT.resolve("pom.xml"), "pom");
        artifacts.publish("gale-bom", Repository.ROOT.resolve("bom/pom.xml"), "pom");
        for (String module : MODULES) {
            String artifact = "gale-" + module;
            artifacts.publish(artifact, Repository.ROOT.resolve(module).resolve("pom.xml"), "pom");
            artifacts.publish(
                    artifact,
                    Repository.ROOT.resolve(module).resolve("target/" + artifact + "-" + VERSION_HERE + ".jar"),
                    "jar");
        }
        return artifacts;
    }

    /** A folder for the path, in which {@code mvn} is Maven that sees this repository and no network. */
    Path commands(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path mvn = folder.resolve("mvn");
        Files.writeString(mvn, """
                #!/usr/bin/env bash
                exec '%s' -B -o -ntp '-Dmaven.repo.local=%s' -Daether.enhancedLocalRepository.trackingFilename=none "$@"
                """.formatted(onPath("mvn"), repository));
        mvn.toFile().setExecutable(true);
        return folder;
    }

    /** Leaves the folder without a way out of it, for whoever deletes it. */
    void unlink() throws IOException {
        for (Path folder : List.of(repository, repository.resolve("dev"))) {
            try (Stream<Path> entries = Files.list(folder)) {
                for (Path link : entries.filter(Files::isSymbolicLink).toList()) {
                    Files.delete(link);
                }
            }
        }
    }

    private void publish(String artifact, Path file, String type) throws IOException {
        Path folder = Files.createDirectories(
                repository.resolve("dev/gale").resolve(artifact).resolve(VERSION_HERE));
        Files.copy(file, folder.resolve(artifact + "-" + VERSION_HERE + "." + type));
    }

    private static void link(Path from, Path to, String except) throws IOException {
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.toList()) {
                if (!entry.getFileName().toString().equals(except)) {
                    Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
                }
            }
        }
    }

    /** Where the libraries of this test lie: org/junit/jupiter/junit-jupiter-api/version/jar. */
    private static Path usersRepository() throws URISyntaxException {
        Path place = Path.of(
                Test.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        for (int level = 0; level < 6; level++) {
            place = place.getParent();
        }
        return place;
    }

    private static Path onPath(String command) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder, command))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no " + command + " on the path"));
    }
}
