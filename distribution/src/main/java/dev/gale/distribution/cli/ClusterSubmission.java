package dev.gale.distribution.cli;

import dev.gale.api.Topology;
import dev.gale.control.Control;
import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import dev.gale.control.SubmitRequest;
import dev.gale.control.TopologySummary;
import dev.gale.distribution.client.CodeUpload;
import dev.gale.distribution.client.Content;
import dev.gale.distribution.config.TopologyDefaults;
import dev.gale.engine.topology.Problem;
import dev.gale.engine.topology.TopologyValidator;
import dev.gale.runtime.code.JarCheck;
import dev.gale.runtime.code.JarLimits;
import dev.gale.spi.plugin.EngineException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** Sends topologies to a cluster: checked here first, so that nothing is uploaded for nothing. */
final class ClusterSubmission implements Submission {
    private static final int MOST_LOSSES = 5;

    private final Session session;
    private final Path jar;
    private final boolean active;
    private final TopologyEncoder encoder;
    private final List<TopologySummary> submitted = new CopyOnWriteArrayList<>();

    ClusterSubmission(Session session, Path jar, boolean active, TopologyEncoder encoder) {
        this.session = session;
        this.jar = jar;
        this.active = active;
        this.encoder = encoder;
    }

    /** Those that were accepted so far; may be asked by any thread. */
    List<TopologySummary> submitted() {
        return List.copyOf(submitted);
    }

    @Override
    public void submit(String name, Map<String, Object> conf, Topology topology) {
        Map<String, Object> whole = new TreeMap<>(TopologyDefaults.of(session.configuration()));
        whole.putAll(conf);
        List<Problem> problems = new ArrayList<>(TopologyValidator.validate(topology, whole));
        TopologyValidator.validateName(name).ifPresent(problems::add);
        if (!problems.isEmpty()) {
            throw new CliException(
                    ExitCode.FAILED, "Topology '" + name + "' was refused:\n" + Problem.describe(problems));
        }
        byte[] code = encoder.encode(name, whole, topology);
        Control control = session.control();
        session.await(control.topologies()).stream()
                .filter(other -> other.name().equals(name))
                .findFirst()
                .ifPresent(other -> {
                    throw new CliException(
                            ExitCode.CONFLICT,
                            "There is a topology '" + name + "' already, " + other.status() + "; 'gale kill " + name
                                    + "' ends it, or choose another name");
                });
        try {
            JarCheck.check(jar, JarLimits.DEFAULT);
            submitted.add(uploadAndSubmit(name, whole, code));
        } catch (EngineException e) {
            throw new CliException(ExitCode.USAGE, jar + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new CliException(ExitCode.FAILED, jar + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Uploads anew when they are lost, as after a change of leader; the key keeps that from becoming two topologies. */
    private TopologySummary uploadAndSubmit(String name, Map<String, Object> conf, byte[] code) throws IOException {
        String key = UUID.randomUUID().toString();
        long start = System.nanoTime();
        int losses = 0;
        while (true) {
            String jarUpload = upload("Uploading " + jar.getFileName(), Content.of(jar));
            String codeUpload = upload("Uploading " + name, Content.of(code));
            SubmitRequest request = new SubmitRequest(name, conf, jarUpload, codeUpload, key, active);
            try {
                return session.await(session.control().submit(request));
            } catch (ControlException e) {
                if (e.kind() == Kind.INVALID) {
                    throw new CliException(
                            ExitCode.FAILED, "Topology '" + name + "' was refused: " + e.getMessage(), e);
                }
                if (e.kind() != Kind.NOT_FOUND) {
                    throw e;
                }
                boolean late =
                        System.nanoTime() - start >= session.options().timeout.toNanos();
                if (late || ++losses > MOST_LOSSES) {
                    throw new CliException(
                            ExitCode.FAILED, "The cluster has lost what was uploaded: " + e.getMessage(), e);
                }
            }
        }
    }

    private String upload(String title, Content content) throws IOException {
        try (ProgressBar bar = new ProgressBar(session.terminal(), title)) {
            return new CodeUpload(
                            session.control(),
                            session,
                            (bytes, of) -> bar.show(bytes, of, bytes / 1024 + " of " + of / 1024 + " KiB"))
                    .send(content);
        }
    }
}
