package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A place for the files of one media driver, whose memory is theirs: what a killed driver left must go, and what a living one
 * uses must stay. Beside a directory lies a file that its driver's process keeps locked; the kernel unlocks it when that
 * process is gone, however it went. Everybody who claims a place removes what is unlocked.
 *
 * <p>A process must never open a file that it has locked itself, for the kernel would take that lock away with the second
 * opening's close, which may be the garbage collector's. Hence the file's name tells whose it is, pid and start, since another
 * process has that pid later, and in a container perhaps every one; and hence the file is made, and never opened when it is there.
 */
final class DriverDirectory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DriverDirectory.class);
    private static final Pattern LOCK = Pattern.compile("([a-z0-9-]+)\\.(\\d+-\\d+)\\.lock");

    private static final Set<PosixFilePermission> OWNERS_ALONE =
            Set.copyOf(PosixFilePermissions.fromString("rwx------"));

    private static final int MOST_TRIES = 10;

    private final Path directory;
    private final Path lockFile;
    private final FileChannel lock;

    private DriverDirectory(Path directory, Path lockFile, FileChannel lock) {
        this.directory = directory;
        this.lockFile = lockFile;
        this.lock = lock;
    }

    /**
     * Claims a place, and removes what nobody uses any more; what an earlier life left at this very place goes too.
     *
     * @param base made when it is missing, for this user alone
     * @param name of letters, digits and dashes
     * @throws EngineException UNAVAILABLE when it is in use or cannot be made, REJECTED when it is somebody else's
     */
    static DriverDirectory claim(Path base, String name) {
        for (int tries = 1; ; tries++) {
            try {
                return tryClaim(base, name);
            } catch (NoSuchFileException e) {
                // Whoever was last in the base has just removed it.
                if (tries == MOST_TRIES) {
                    throw unusable(base, e);
                }
            } catch (IOException e) {
                throw unusable(base, e);
            }
        }
    }

    private static DriverDirectory tryClaim(Path base, String name) throws IOException {
        prepare(base);
        sweep(base, ProcessLife.own());
        requireNoOther(base, name);
        Path lockFile = lockFile(base, name);
        FileChannel lock = lock(base.resolve(name), lockFile);
        try {
            // Others may have come, or have looked, between.
            requireNoOther(base, name);
            delete(base.resolve(name));
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(lockFile);
            lock.close();
            throw e;
        }
        return new DriverDirectory(base.resolve(name), lockFile, lock);
    }

    private static void requireNoOther(Path base, String name) throws IOException {
        Path own = lockFile(base, name).getFileName();
        for (Path other : locks(base)) {
            if (place(other).filter(name::equals).isPresent()
                    && !other.getFileName().equals(own)) {
                throw inUse(base.resolve(name));
            }
        }
    }

    private static EngineException unusable(Path base, IOException cause) {
        return new EngineException(
                Category.UNAVAILABLE, "cannot use " + base + " for Aeron's media driver: " + cause, cause);
    }

    Path path() {
        return directory;
    }

    /** Its driver has ended. */
    @Override
    public void close() {
        try {
            delete(directory);
            Files.deleteIfExists(lockFile);
            lock.close();
            // Others may be in it, or just coming.
            Files.deleteIfExists(lockFile.toAbsolutePath().getParent());
        } catch (DirectoryNotEmptyException e) {
            LOG.debug("{} is still in use", lockFile.getParent());
        } catch (IOException e) {
            LOG.warn("cannot remove {}", directory, e);
        }
    }

    private static void prepare(Path base) throws IOException {
        Files.createDirectories(base.toAbsolutePath().getParent());
        try {
            Files.createDirectory(base, PosixFilePermissions.asFileAttribute(OWNERS_ALONE));
        } catch (FileAlreadyExistsException e) {
            requireOwn(base);
        }
    }

    /** Who shares the memory of a driver reads, and writes, what passes through it. What is there already is never changed. */
    private static void requireOwn(Path base) throws IOException {
        PosixFileAttributes found = Files.readAttributes(base, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!found.isDirectory()) {
            throw rejected(base + " is no directory");
        }
        if (!OWNERS_ALONE.containsAll(found.permissions())) {
            throw rejected(base + " is open to others, with " + PosixFilePermissions.toString(found.permissions()));
        }
        if (!found.owner().equals(self(base))) {
            throw rejected(base + " belongs to " + found.owner().getName());
        }
    }

    private static EngineException rejected(String what) {
        return new EngineException(
                Category.REJECTED,
                what + ": for Aeron name a directory that is not there yet, or one of this user alone (chmod 700)");
    }

    /** Whoever makes files here: a user need not have a name. */
    private static UserPrincipal self(Path base) throws IOException {
        Path made;
        try {
            made = Files.createTempFile(base, "owner", "");
        } catch (AccessDeniedException e) {
            throw rejected(base + " cannot be written to");
        }
        try {
            return Files.getOwner(made, LinkOption.NOFOLLOW_LINKS);
        } finally {
            Files.deleteIfExists(made);
        }
    }

    /** Removes places whose process is gone. */
    private static void sweep(Path base, String own) throws IOException {
        for (Path lockFile : locks(base)) {
            Matcher matcher = LOCK.matcher(lockFile.getFileName().toString());
            if (!matcher.matches() || matcher.group(2).equals(own)) {
                continue;
            }
            try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE)) {
                // Another may have removed it since it was opened.
                if (channel.tryLock() != null && Files.exists(lockFile)) {
                    Path left = base.resolve(matcher.group(1));
                    delete(left);
                    Files.deleteIfExists(lockFile);
                    LOG.info("removed {}, which the media driver of process {} had left", left, matcher.group(2));
                }
            } catch (NoSuchFileException e) {
                LOG.debug("{} was removed by somebody else", lockFile);
            }
        }
    }

    private static List<Path> locks(Path base) throws IOException {
        try (Stream<Path> all = Files.list(base)) {
            return all.filter(
                            file -> LOCK.matcher(file.getFileName().toString()).matches())
                    .toList();
        }
    }

    private static Optional<String> place(Path lockFile) {
        Matcher matcher = LOCK.matcher(lockFile.getFileName().toString());
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static Path lockFile(Path base, String name) {
        return base.resolve(name + "." + ProcessLife.own() + ".lock");
    }

    /** Whoever else locks it only looks whether it was left, and is done in a moment. */
    private static FileChannel lock(Path directory, Path lockFile) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(lockFile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            throw inUse(directory);
        }
        try {
            channel.lock();
            if (!Files.exists(lockFile)) {
                // Somebody took it for a file that was left, before it was locked. It is to be made again.
                throw new NoSuchFileException(lockFile.toString());
            }
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static EngineException inUse(Path directory) {
        return new EngineException(
                Category.UNAVAILABLE,
                "another media driver uses " + directory + ": stop it, or choose another directory");
    }

    static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> tree = Files.walk(directory)) {
            all = tree.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.deleteIfExists(path);
        }
    }
}
