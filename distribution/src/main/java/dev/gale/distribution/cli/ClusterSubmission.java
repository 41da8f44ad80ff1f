package dev.gale.distribution.cli;

import dev.gale.api.Topology;
import dev.gale.control.Control;
import dev.gale.control.SubmitRequest;
import dev.gale.control.TopologySummary;
import dev.gale.distribution.client.CodeUpload;
import dev.gale.distribution.client.Content;
import dev.gale.distribution.config.TopologyDefaults;
import dev.gale.engine.topology.Problem;
import dev.gale.engine.topology.TopologyValidator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** Sends topologies to a cluster: checked here first, so that nothing is uploaded for nothing. */
final class ClusterSubmission implements Submission {
    private final Session session;
    private final Path jar;
    private final boolean active;
    private final TopologyEncoder encoder;
    private final List<TopologySummary> submitted = new ArrayList<>();

    ClusterSubmission(Session session, Path jar, boolean active, TopologyEncoder encoder) {
        this.session = session;
        this.jar = jar;
        this.active = active;
        this.encoder = encoder;
    }

    /** Those that were accepted so far. */
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
            String jarUpload = upload("Uploading " + jar.getFileName(), Content.of(jar));
            String codeUpload = upload("Uploading " + name, Content.of(code));
            SubmitRequest request = new SubmitRequest(
                    name, whole, jarUpload, codeUpload, UUID.randomUUID().toString(), active);
            submitted.add(session.await(control.submit(request)));
        } catch (IOException e) {
            throw new CliException(ExitCode.FAILED, jar + " cannot be read: " + e.getMessage(), e);
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
