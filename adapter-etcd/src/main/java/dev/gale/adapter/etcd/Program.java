package dev.gale.adapter.etcd;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The etcd program, and what makes Linux end it together with this process: {@code setpriv}, which asks for that and then
 * becomes the program. Where that is missing, the next start on the same directory ends what was left over.
 *
 * @param prefix what stands before the program in a command line
 */
record Program(List<String> prefix, Path binary) {
    private static final List<String> DIE_WITH_PARENT = List.of("--pdeathsig", "KILL", "--");
    private static final long PATIENCE_SECONDS = 30;

    Program {
        prefix = List.copyOf(prefix);
    }

    /**
     * Looks for it, and whether it can be run.
     *
     * @param key the setting that names it
     */
    static Program find(String name, String key) {
        Path binary = locate(name)
                .orElseThrow(() -> new EngineException(
                        Category.REJECTED,
                        "there is no program '" + name + "' "
                                + (name.indexOf('/') < 0 ? "on the PATH" : "that can be run")
                                + ": install etcd (Debian: apt-get install etcd-server), or say by " + key
                                + " where it is"));
        Optional<Program> bound = locate("setpriv").map(setpriv -> new Program(prefix(setpriv), binary));
        Program plain = new Program(List.of(), binary);
        return Stream.concat(bound.stream(), Stream.of(plain))
                .filter(Program::runs)
                .findFirst()
                .orElseThrow(() -> new EngineException(
                        Category.REJECTED, "'" + binary + " --version' fails: it is no etcd, or cannot be run"));
    }

    List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>(prefix);
        command.add(binary.toString());
        command.addAll(arguments);
        return command;
    }

    private static List<String> prefix(Path setpriv) {
        List<String> prefix = new ArrayList<>(List.of(setpriv.toString()));
        prefix.addAll(DIE_WITH_PARENT);
        return prefix;
    }

    private boolean runs() {
        try {
            Process process = new ProcessBuilder(command(List.of("--version")))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return false;
            }
            return process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static Optional<Path> locate(String name) {
        if (name.indexOf('/') >= 0) {
            return Optional.of(Path.of(name).toAbsolutePath()).filter(Program::isProgram);
        }
        String path = System.getenv("PATH");
        return path == null
                ? Optional.empty()
                : Stream.of(path.split(File.pathSeparator))
                        .filter(folder -> !folder.isEmpty())
                        .map(folder -> Path.of(folder).resolve(name))
                        .filter(Program::isProgram)
                        .findFirst();
    }

    private static boolean isProgram(Path path) {
        return Files.isRegularFile(path) && Files.isExecutable(path);
    }
}
