package dev.gale.runtime.nimbus;

import dev.gale.api.ComponentSpec;
import dev.gale.api.Topology;
import dev.gale.control.ComponentStatistics;
import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import dev.gale.control.SubmitRequest;
import dev.gale.control.UploadRequest;
import dev.gale.control.UploadStatus;
import dev.gale.engine.task.TaskLayout;
import dev.gale.engine.topology.Problem;
import dev.gale.engine.topology.TopologySettings;
import dev.gale.engine.topology.TopologyValidator;
import dev.gale.runtime.code.ClaimedUpload;
import dev.gale.runtime.code.CodeContent;
import dev.gale.runtime.code.CodeDirectory;
import dev.gale.runtime.code.CodeFetcher;
import dev.gale.runtime.code.CodeFile;
import dev.gale.runtime.code.CodeLimits;
import dev.gale.runtime.code.CodeSource;
import dev.gale.runtime.code.Inbox;
import dev.gale.runtime.code.InboxLimits;
import dev.gale.runtime.code.JarCheck;
import dev.gale.runtime.code.JarLimits;
import dev.gale.runtime.code.SafeNames;
import dev.gale.runtime.code.TopologyCode;
import dev.gale.runtime.code.TopologyConf;
import dev.gale.runtime.code.TransportSecret;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code nimbus/inbox} and {@code nimbus/stormdist} in a nimbus's local directory. */
public final class DiskTopologyFiles implements TopologyFiles, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DiskTopologyFiles.class);

    /** Who may go on with an upload is decided by whoever answers requests. */
    private static final String OWNER = "cluster";

    private static final int PIECE_BYTES = 4 << 20;
    private static final Duration SWEEP_AGE = Duration.ofMinutes(10);

    private record Claims(ClaimedUpload jar, ClaimedUpload codeFile) implements HeldUploads {
        @Override
        public void use() {
            jar.use();
            codeFile.use();
        }

        @Override
        public void release() {
            jar.close();
            codeFile.close();
        }
    }

    private final Inbox inbox;
    private final CodeDirectory directory;
    private final CodeFetcher fetcher;
    private final CodeLimits limits;
    private final Map<String, Object> defaults;
    private final SecureRandom random = new SecureRandom();

    /**
     * @param nimbusDirectory of this nimbus alone
     * @param defaults for the conf of every topology that is submitted here
     * @param sources who may have the code of topologies that others took in
     */
    public DiskTopologyFiles(
            Path nimbusDirectory,
            InboxLimits inboxLimits,
            CodeLimits limits,
            Map<String, Object> defaults,
            Supplier<List<CodeSource>> sources) {
        this.limits = limits;
        this.defaults = new TreeMap<>(defaults);
        inbox = Inbox.open(nimbusDirectory.resolve("inbox"), inboxLimits, System::nanoTime);
        directory = CodeDirectory.open(nimbusDirectory.resolve("stormdist"), limits);
        fetcher = new CodeFetcher(directory, sources);
    }

    @Override
    public UploadStatus begin(UploadRequest request) {
        return shown(inInbox("", () -> inbox.begin(OWNER, request.bytes(), request.sha256())), request.sha256());
    }

    @Override
    public UploadStatus chunk(String id, long offset, byte[] bytes) {
        return shown(inInbox(id, () -> inbox.chunk(OWNER, id, offset, bytes)), "");
    }

    @Override
    public UploadStatus status(String id) {
        return shown(inInbox(id, () -> inbox.status(OWNER, id)), "");
    }

    @Override
    public UploadStatus finish(String id) {
        return shown(inInbox(id, () -> inbox.finish(OWNER, id)), "");
    }

    @Override
    public Kept keep(String topologyId, SubmitRequest request) {
        Claims claims = claim(request);
        boolean kept = false;
        try {
            Kept files = keep(topologyId, request, claims);
            kept = true;
            return files;
        } catch (IOException e) {
            throw new EngineException(
                    Category.UNAVAILABLE, "The topology's files cannot be kept: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            if (isFinal(e)) {
                // It would be refused again: nobody needs these uploads any more.
                claims.use();
            }
            throw e instanceof IllegalArgumentException
                    ? new ControlException(Kind.INVALID, String.valueOf(e.getMessage()), e)
                    : e;
        } finally {
            if (!kept) {
                claims.release();
            }
        }
    }

    private Claims claim(SubmitRequest request) {
        ClaimedUpload jar = inInbox(request.jarUpload(), () -> inbox.claim(OWNER, request.jarUpload()));
        try {
            return new Claims(jar, inInbox(request.codeUpload(), () -> inbox.claim(OWNER, request.codeUpload())));
        } catch (RuntimeException e) {
            jar.close();
            throw e;
        }
    }

    private Kept keep(String topologyId, SubmitRequest request, Claims claims) throws IOException {
        ClaimedUpload jar = claims.jar();
        JarCheck.check(jar.file(), JarLimits.DEFAULT);
        TopologyCode code =
                TopologyCode.decode(Files.readAllBytes(claims.codeFile().file()), limits);
        Map<String, Object> whole = new TreeMap<>(defaults);
        whole.putAll(request.conf());
        TopologyConf conf = TopologyConf.of(whole);
        TopologySettings settings = check(code.structure(), conf);
        TaskLayout layout = TaskLayout.of(code.structure(), settings);
        String digest =
                directory.put(topologyId, CodeContent.of(jar.file(), code, conf.with(TransportSecret.random(random))));
        return new Kept(digest, layout, settings, claims);
    }

    private static boolean isFinal(RuntimeException refusal) {
        return refusal instanceof IllegalArgumentException
                || refusal instanceof ControlException control && control.kind() == Kind.INVALID
                || refusal instanceof EngineException engine && engine.category() == Category.REJECTED;
    }

    @Override
    public Optional<Described> describe(String topologyId, String digest) {
        if (!directory.isWhole(topologyId, digest)) {
            return Optional.empty();
        }
        Map<String, ComponentStatistics.Kind> kinds = new TreeMap<>();
        for (ComponentSpec component : directory.code(topologyId).structure().components()) {
            kinds.put(
                    component.id(),
                    component.isSpout() ? ComponentStatistics.Kind.SPOUT : ComponentStatistics.Kind.BOLT);
        }
        return Optional.of(new Described(directory.conf(topologyId).shown(), kinds));
    }

    @Override
    public void ensure(String topologyId, String digest) {
        fetcher.fetch(topologyId, SafeNames.digest(digest));
    }

    @Override
    public byte[] code(String topologyId, String digest, String file, long offset) {
        CodeFile wanted = Arrays.stream(CodeFile.values())
                .filter(each -> each.fileName().equals(file))
                .findFirst()
                .orElseThrow(() -> new ControlException(Kind.NOT_FOUND, "A topology has no file '" + file + "'"));
        if (offset < 0) {
            throw new ControlException(Kind.INVALID, "No file begins at " + offset);
        }
        if (!directory.isWhole(SafeNames.topologyId(topologyId), SafeNames.digest(digest))) {
            throw new ControlException(Kind.NOT_FOUND, "The code of topology " + topologyId + " is not here");
        }
        try (InputStream in = directory.open(topologyId, digest, wanted)) {
            in.skipNBytes(Math.min(offset, Files.size(directory.file(topologyId, wanted))));
            return in.readNBytes(PIECE_BYTES);
        } catch (IOException e) {
            throw new EngineException(
                    Category.UNAVAILABLE, "The code of " + topologyId + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void remove(String topologyId) {
        directory.delete(topologyId);
    }

    @Override
    public void sweep(Set<String> topologyIds) {
        inbox.expire();
        List<String> removed = directory.sweep(topologyIds, SWEEP_AGE, Instant.now());
        if (!removed.isEmpty()) {
            LOG.info("stormdist: the code of {} is removed, since there are no such topologies", removed);
        }
    }

    /** For supervisors that ask for code. */
    public CodeDirectory directory() {
        return directory;
    }

    @Override
    public void close() {
        fetcher.close();
        inbox.close();
    }

    private static TopologySettings check(Topology structure, TopologyConf conf) {
        List<Problem> problems = new ArrayList<>();
        TopologySettings settings = TopologySettings.read(conf.values(), problems::add);
        problems.addAll(TopologyValidator.validate(structure, settings));
        if (!problems.isEmpty()) {
            throw new ControlException(Kind.INVALID, Problem.describe(problems));
        }
        return settings;
    }

    /** Tells clients when to begin anew, when to ask how far an upload is, and when asking again is of no use. */
    private <T> T inInbox(String id, Supplier<T> step) {
        try {
            return step.get();
        } catch (EngineException e) {
            String message = String.valueOf(e.getMessage());
            if (e.getCause() instanceof IOException) {
                throw ControlException.tooLarge(message + "; make room on that disk of nimbus's host", -1);
            }
            if (e.category() == Category.REJECTED && !id.isEmpty()) {
                throw new ControlException(inbox.has(OWNER, id) ? Kind.CONFLICT : Kind.NOT_FOUND, message, e);
            }
            throw e;
        }
    }

    private static UploadStatus shown(dev.gale.runtime.code.UploadStatus status, String sha256) {
        return new UploadStatus(status.id(), status.bytes(), status.received(), sha256, status.finished());
    }
}
