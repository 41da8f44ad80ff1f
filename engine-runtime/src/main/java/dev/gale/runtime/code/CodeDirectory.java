package dev.gale.runtime.code;

import dev.gale.spi.plugin.EngineException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code stormdist}: the code of topologies on one host, a directory each. A topology's directory appears whole, by a rename, and
 * vanishes by one; what is in it is known by its digest, which is taken from the files themselves, so that no marker can be right about
 * files that are wrong. Thread-safe; of one process alone.
 */
public final class CodeDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(CodeDirectory.class);
    private static final String NEW = ".new-";
    private static final String OLD = ".old-";

    private final Path root;
    private final CodeLimits limits;
    private final Map<String, Verified> verified = new ConcurrentHashMap<>();
    private final Set<Path> building = ConcurrentHashMap.newKeySet();

    private CodeDirectory(Path root, CodeLimits limits) {
        this.root = root;
        this.limits = limits;
    }

    /** @throws EngineException with category FATAL if others own the directory or may look into it, or it cannot be used */
    public static CodeDirectory open(Path directory, CodeLimits limits) {
        return new CodeDirectory(PrivateFiles.directory(directory), limits);
    }

    /**
     * Puts a topology's code here, in place of any that is here under its id.
     *
     * @return its digest, once it is durable
     * @throws EngineException REJECTED if a file is over its limit, or the jar does not pass {@link JarCheck}; UNAVAILABLE if it cannot be read or written, naming the place.
     *     Nothing is left behind then, and what was here before is still
     */
    public String put(String topology, CodeContent content) {
        return put(topology, Optional.empty(), content);
    }

    /**
     * The same for code whose digest is known.
     *
     * @throws EngineException REJECTED also if the digest is another
     */
    public void put(String topology, String digest, CodeContent content) {
        put(topology, Optional.of(SafeNames.digest(digest)), content);
    }

    /** Whether the files of a topology are here, complete and not changed. Reads them again only if they were touched. */
    public boolean isWhole(String topology, String digest) {
        return digestOf(topology).filter(digest::equals).isPresent();
    }

    /**
     * What is here, by topology, with its digest. Reads every file; what is no topology's code, though it has the name of one, is
     * removed, and so is what an earlier process left unfinished.
     */
    public SortedMap<String, String> whole() {
        SortedMap<String, String> whole = new TreeMap<>();
        for (Path entry : entries()) {
            String name = String.valueOf(entry.getFileName());
            if (SafeNames.isTopologyId(name)) {
                verified.remove(name);
                Optional<String> digest = digestOf(name);
                if (digest.isPresent()) {
                    whole.put(name, digest.get());
                } else {
                    LOG.warn("topology={} its code in {} is not whole and is removed", name, entry);
                    remove(entry);
                }
            } else if (isLeftover(name) && !building.contains(entry)) {
                remove(entry);
            }
        }
        return whole;
    }

    /** Removes a topology's code if it is here. */
    public void delete(String topology) {
        Path directory = directoryOf(topology);
        verified.remove(topology);
        try {
            retire(directory);
        } catch (IOException e) {
            throw unavailable("The code of " + topology + " cannot be removed from " + root, e);
        }
    }

    /**
     * Removes the code of topologies that nobody needs.
     *
     * @param keep ids of those that are needed
     * @param age what is younger stays: it may belong to a submit that is not recorded yet
     * @return ids of those that were removed
     */
    public List<String> sweep(Set<String> keep, Duration age, Instant now) {
        List<String> removed = new ArrayList<>();
        for (Path entry : entries()) {
            String name = String.valueOf(entry.getFileName());
            boolean topology = SafeNames.isTopologyId(name) && !keep.contains(name);
            boolean leftover = isLeftover(name) && !building.contains(entry);
            if ((topology || leftover) && isOlder(entry, now.minus(age))) {
                if (topology) {
                    LOG.info("topology={} its code is not needed any more", name);
                    delete(name);
                    removed.add(name);
                } else {
                    remove(entry);
                }
            }
        }
        return removed;
    }

    /** A file for whoever asks for it by digest. The caller closes it. @throws EngineException with category REJECTED if it is not here */
    public InputStream open(String topology, String digest, CodeFile file) {
        if (!isWhole(topology, digest)) {
            throw new EngineException(
                    EngineException.Category.REJECTED,
                    "The code of " + topology + " with digest " + Shown.of(digest) + " is not here");
        }
        try {
            return Files.newInputStream(file(topology, file), LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            throw unavailable(file(topology, file) + " cannot be read", e);
        }
    }

    /** Where a file of a topology is, if it is here. */
    public Path file(String topology, CodeFile file) {
        return directoryOf(topology).resolve(file.fileName());
    }

    /** @throws EngineException if it is not here, or not as it should be */
    public TopologyCode code(String topology) {
        return TopologyCode.decode(read(topology, CodeFile.CODE), limits);
    }

    /** @throws EngineException if it is not here, or not as it should be */
    public TopologyConf conf(String topology) {
        return TopologyConf.decode(read(topology, CodeFile.CONF), limits);
    }

    private String put(String topology, Optional<String> wanted, CodeContent content) {
        Path target = directoryOf(topology);
        Path fresh = null;
        try {
            fresh = PrivateFiles.temporaryDirectory(root, NEW);
            building.add(fresh);
            String digest = fill(fresh, content);
            if (wanted.isPresent() && !wanted.get().equals(digest)) {
                throw new EngineException(
                        EngineException.Category.REJECTED,
                        "The code of " + topology + " has digest " + digest + " and should have " + wanted.get());
            }
            PrivateFiles.sync(fresh);
            synchronized (this) {
                verified.remove(topology);
                retire(target);
                Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
            }
            PrivateFiles.sync(root);
            stamps(target).ifPresent(stamps -> verified.put(topology, new Verified(digest, stamps)));
            return digest;
        } catch (IOException e) {
            throw unavailable("The code of " + topology + " cannot be put into " + root, e);
        } finally {
            if (fresh != null) {
                remove(fresh);
                building.remove(fresh);
            }
        }
    }

    private String fill(Path directory, CodeContent content) throws IOException {
        List<byte[]> digests = new ArrayList<>();
        for (CodeFile file : CodeFile.values()) {
            MessageDigest digest = Digests.sha256();
            try (InputStream in = content.open(file)) {
                PrivateFiles.write(in, directory.resolve(file.fileName()), limits.bytes(file), digest);
            }
            if (file == CodeFile.JAR) {
                JarCheck.check(directory.resolve(file.fileName()), limits.insideJar());
            }
            digests.add(digest.digest());
        }
        return Digests.ofAll(digests);
    }

    private byte[] read(String topology, CodeFile file) {
        Path path = file(topology, file);
        try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
            return in.readNBytes((int) Math.min(Integer.MAX_VALUE - 8, limits.bytes(file) + 1));
        } catch (IOException e) {
            throw unavailable(path + " cannot be read", e);
        }
    }

    /** Empty if the topology is not here, or not whole. */
    private Optional<String> digestOf(String topology) {
        Path directory = directoryOf(topology);
        Optional<List<Stamp>> stamps = stamps(directory);
        if (stamps.isEmpty()) {
            return Optional.empty();
        }
        Verified known = verified.get(topology);
        if (known != null && known.stamps().equals(stamps.get())) {
            return Optional.of(known.digest());
        }
        try {
            List<byte[]> digests = new ArrayList<>();
            for (CodeFile file : CodeFile.values()) {
                digests.add(Digests.of(directory.resolve(file.fileName())));
            }
            String digest = Digests.ofAll(digests);
            verified.put(topology, new Verified(digest, stamps.get()));
            return Optional.of(digest);
        } catch (IOException e) {
            LOG.warn("topology={} its code in {} cannot be read: {}", topology, directory, e.toString());
            return Optional.empty();
        }
    }

    /** Empty unless it is a directory with the files of a topology, and none of them a link or anything else. */
    private static Optional<List<Stamp>> stamps(Path directory) {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        List<Stamp> stamps = new ArrayList<>();
        for (CodeFile file : CodeFile.values()) {
            try {
                BasicFileAttributes is = Files.readAttributes(
                        directory.resolve(file.fileName()), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                if (!is.isRegularFile()) {
                    return Optional.empty();
                }
                stamps.add(new Stamp(is.size(), is.lastModifiedTime().toInstant(), is.fileKey()));
            } catch (IOException e) {
                return Optional.empty();
            }
        }
        return Optional.of(stamps);
    }

    /** Takes a directory out of sight at once, then removes what is in it. */
    private void retire(Path directory) throws IOException {
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Path old = PrivateFiles.temporaryDirectory(root, OLD);
        Files.move(directory, old.resolve("code"), StandardCopyOption.ATOMIC_MOVE);
        PrivateFiles.sync(root);
        remove(old);
    }

    private void remove(Path path) {
        try {
            PrivateFiles.delete(path);
        } catch (IOException e) {
            LOG.warn("{} cannot be removed: {}", path, e.toString());
        }
    }

    private List<Path> entries() {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(root)) {
            found.forEach(entries::add);
        } catch (IOException e) {
            throw unavailable(root + " cannot be read", e);
        }
        entries.sort(null);
        return entries;
    }

    private Path directoryOf(String topology) {
        return SafeNames.child(root, SafeNames.topologyId(topology));
    }

    private static boolean isLeftover(String name) {
        return name.startsWith(NEW) || name.startsWith(OLD);
    }

    private static boolean isOlder(Path path, Instant than) {
        try {
            return !Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS)
                    .toInstant()
                    .isAfter(than);
        } catch (IOException e) {
            return false; // gone meanwhile
        }
    }

    private static EngineException unavailable(String what, IOException cause) {
        return new EngineException(EngineException.Category.UNAVAILABLE, what + ": " + cause, cause);
    }

    /** What changes when a file is written to or replaced. */
    private record Stamp(
            long size, Instant modified, @Nullable Object key) {}

    private record Verified(String digest, List<Stamp> stamps) {}
}
