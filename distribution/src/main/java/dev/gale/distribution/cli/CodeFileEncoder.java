package dev.gale.distribution.cli;

import dev.gale.api.Topology;
import dev.gale.engine.topology.Problem;
import dev.gale.runtime.code.TopologyCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the structure for nimbus to read, and the components for workers. */
final class CodeFileEncoder implements TopologyEncoder {
    @Override
    public byte[] encode(String name, Map<String, Object> conf, Topology topology) {
        List<Problem> problems = new ArrayList<>();
        Optional<TopologyCode> code = TopologyCode.of(topology, problems::add);
        if (code.isEmpty()) {
            throw new CliException(
                    ExitCode.FAILED, "Topology '" + name + "' cannot be submitted:\n" + Problem.describe(problems));
        }
        return code.get().encode();
    }
}
