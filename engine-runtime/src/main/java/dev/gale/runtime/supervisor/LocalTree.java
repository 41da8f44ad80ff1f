package dev.gale.runtime.supervisor;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * What a supervisor keeps on its host, for its owner alone:
 *
 * <pre>
 * supervisor/state.json                     what was assigned last
 * supervisor/stormdist/{topology}/          a topology's files
 * workers/{incarnation}/worker.json         what a worker was started for, and which process it is
 * workers/{incarnation}/heartbeat, tmp/     what that worker writes
 * logs/{topology}/{port}/worker.log         what workers say; stays for a while when the topology is no more
 * </pre>
 */
final class LocalTree {
    private static final Set<PosixFilePermission> OWNERS_DIRECTORY_MODE = PosixFilePermissions.fromString("rwx------");
    private static final FileAttribute<?> OWNERS_DIRECTORY =
            PosixFilePermissions.asFileAttribute(OWNERS_DIRECTORY_MODE);

    /** New files are readable and writable by their owner alone, whatever the umask is. */
    static final FileAttribute<?> OWNERS_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private static final Pattern INCARNATION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

    private final Path supervisor;
    private final Path workers;
    private final Path logs;

    private LocalTree(Path local) {
        supervisor = local.resolve("supervisor");
        workers = local.resolve("workers");
        logs = local.resolve("logs");
    }

    /**
     * Over the directory's real path, so that whatever links lead to it, command lines name the same files.
     *
     * @throws EngineException FATAL if the directories are not there and cannot be made, or others may use them
     */
    static LocalTree open(Path local) {
        Path directory = local;
        try {
            Files.createDirectories(local, OWNERS_DIRECTORY);
            LocalTree tree = new LocalTree(local.toRealPath());
            for (Path each : List.of(tree.supervisor, tree.workers, tree.logs)) {
                directory = each;
                Files.createDirectories(each, OWNERS_DIRECTORY);
                if (!OWNERS_DIRECTORY_MODE.containsAll(Files.getPosixFilePermissions(each))) {
                    Files.setPosixFilePermissions(each, OWNERS_DIRECTORY_MODE);
                }
            }
            return tree;
        } catch (IOException e) {
            throw new EngineException(
                    Category.FATAL,
                    "The supervisor's directory " + directory + " cannot be used by its owner alone: " + Reasons.of(e),
                    e);
        }
    }

    static boolean isIncarnation(String name) {
        return INCARNATION.matcher(name).matches();
    }

    Path stateFile() {
        return supervisor.resolve("state.json");
    }

    Path workers() {
        return workers;
    }

    Path worker(String incarnation) {
        if (!isIncarnation(incarnation)) {
            throw new IllegalArgumentException("'" + incarnation + "' names no incarnation of a worker");
        }
        return workers.resolve(incarnation);
    }

    Path logs(String topology, int port) {
        return child(logs, topology).resolve(Integer.toString(port));
    }

    /** Of every topology and port that had a worker here. */
    List<Path> allLogs() throws IOException {
        List<Path> all = new ArrayList<>();
        for (Path topology : topologiesWithLogs()) {
            all.addAll(list(topology));
        }
        return all;
    }

    /** The directories with the logs of each topology, whatever their names are. */
    List<Path> topologiesWithLogs() throws IOException {
        return list(logs).stream()
                .filter(topology -> Files.isDirectory(topology, LinkOption.NOFOLLOW_LINKS))
                .toList();
    }

    static Path note(Path worker) {
        return worker.resolve("worker.json");
    }

    static Path heartbeat(Path worker) {
        return worker.resolve("heartbeat");
    }

    static Path temporary(Path worker) {
        return worker.resolve("tmp");
    }

    /** Of the directories of workers; what else may lie beside them is left alone. */
    List<String> incarnations() throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(workers)) {
            return StreamSupport.stream(entries.spliterator(), false)
                    .map(entry -> entry.getFileName().toString())
                    .filter(LocalTree::isIncarnation)
                    .sorted()
                    .toList();
        }
    }

    /** With all directories above it, for the owner alone. */
    static void makeDirectory(Path directory) throws IOException {
        Files.createDirectories(directory, OWNERS_DIRECTORY);
    }

    /** Deletes what is there, if anything, and all that is in it, but nothing that a link in it leads to. */
    static void delete(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            for (Path entry : entries(path)) {
                delete(entry);
            }
        }
        Files.deleteIfExists(path);
    }

    private static List<Path> entries(Path directory) throws IOException {
        try {
            return list(directory);
        } catch (AccessDeniedException e) {
            Files.setPosixFilePermissions(directory, OWNERS_DIRECTORY_MODE);
            return list(directory);
        }
    }

    private static List<Path> list(Path directory) throws IOException {
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            List<Path> all = new ArrayList<>();
            stream.forEach(all::add);
            return all;
        }
    }

    /** A name from the store must not lead anywhere else. */
    private static Path child(Path directory, String name) {
        Path child = directory.resolve(name);
        if (name.isEmpty()
                || name.equals(".")
                || name.equals("..")
                || name.indexOf('/') >= 0
                || name.chars().anyMatch(Character::isISOControl)
                || !directory.equals(child.getParent())) {
            throw new IllegalArgumentException("'" + name + "' is no name of a directory");
        }
        return child;
    }
}
