package dev.gale.distribution.cli;

import dev.gale.api.ComponentSpec;
import dev.gale.api.Topology;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.util.Map;

/** One serialized object; stands in until the format of {@code stormcode.ser} is there, which no nimbus has to deserialize. */
final class SerializedTopology implements TopologyEncoder {
    @Override
    public byte[] encode(String name, Map<String, Object> conf, Topology topology) {
        topology.components().forEach(SerializedTopology::check);
        try {
            return serialize(topology);
        } catch (IOException e) {
            throw new CliException(ExitCode.FAILED, "Topology '" + name + "' cannot be serialized: " + e, e);
        }
    }

    private static void check(ComponentSpec component) {
        try {
            serialize(component);
        } catch (IOException e) {
            throw new CliException(
                    ExitCode.FAILED,
                    "Component '" + component.id() + "' cannot be serialized: " + e
                            + "; make its fields Serializable, or transient and set in open or prepare",
                    e);
        }
    }

    private static byte[] serialize(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }
}
