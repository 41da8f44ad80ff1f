package dev.gale.runtime.code;

import dev.gale.api.ComponentSpec;
import dev.gale.api.CustomStreamGrouping;
import dev.gale.api.GroupingSpec;
import dev.gale.api.Subscription;
import dev.gale.api.Topology;
import dev.gale.engine.topology.Problem;
import dev.gale.engine.topology.StandIn;
import dev.gale.runtime.store.Fields;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The content of {@code stormcode.ser}: the structure of a topology, readable by everyone, and the author's objects, which stay bytes
 * until a worker asks for them.
 *
 * <pre>
 * 8 bytes  GALECODE
 * int      version, 1
 * int      length of the structure, then the structure: JSON, see {@link StructureFormat}
 * int      number of objects, then each: int length, then Java's serialization of it
 * </pre>
 *
 * Objects come in the order of the structure: for each component itself, then the custom groupings among its inputs.
 */
public final class TopologyCode {
    private static final byte[] MAGIC = "GALECODE".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    private static final int MAX_STRUCTURE_BYTES = 16 << 20;
    private static final String WHERE = CodeFile.CODE.fileName();

    private final Topology structure;
    private final byte[] structureJson;
    private final List<byte[]> objects;

    private TopologyCode(Topology structure, byte[] structureJson, List<byte[]> objects) {
        this.structure = structure;
        this.structureJson = structureJson;
        this.objects = objects;
    }

    /**
     * The code of a topology that was declared in this process and is valid.
     *
     * @param problems gets everything that cannot be written
     * @return empty if there was a problem
     */
    public static Optional<TopologyCode> of(Topology topology, Consumer<Problem> problems) {
        List<Problem> found = new ArrayList<>();
        List<byte[]> objects = new ArrayList<>();
        for (ComponentSpec component : topology.components()) {
            write(component.component(), component, "", objects, found);
            for (Subscription input : component.inputs()) {
                if (input.grouping() instanceof GroupingSpec.Custom custom) {
                    write(
                            custom.grouping(),
                            component,
                            "its custom grouping of '" + input.component() + "': ",
                            objects,
                            found);
                }
            }
        }
        byte[] json = structure(topology, found);
        found.forEach(problems);
        return found.isEmpty()
                ? Optional.of(new TopologyCode(readStructure(json, CodeLimits.DEFAULT), json, objects))
                : Optional.empty();
    }

    /** @throws EngineException with category REJECTED if it is not whole, or larger than the limits */
    public static TopologyCode decode(byte[] content, CodeLimits limits) {
        if (content.length > limits.codeBytes()) {
            throw refused("it has " + content.length + " bytes, more than " + limits.codeBytes());
        }
        ByteBuffer in = ByteBuffer.wrap(content);
        try {
            byte[] magic = new byte[MAGIC.length];
            in.get(magic);
            if (!Arrays.equals(magic, MAGIC)) {
                throw refused("it does not begin with GALECODE");
            }
            int version = in.getInt();
            if (version != VERSION) {
                throw refused("it has version " + version + ", and this is version " + VERSION);
            }
            byte[] json = part(in, MAX_STRUCTURE_BYTES, "the structure");
            Topology structure = readStructure(json, limits);
            int expected = objectsOf(structure);
            int count = in.getInt();
            if (count != expected) {
                throw refused("it has " + count + " objects, and its structure has " + expected);
            }
            List<byte[]> objects = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                objects.add(part(in, limits.codeBytes(), "object " + i));
            }
            if (in.hasRemaining()) {
                throw refused("it goes on for " + in.remaining() + " bytes behind its end");
            }
            return new TopologyCode(structure, json, objects);
        } catch (BufferUnderflowException e) {
            throw refused("it is cut off after " + content.length + " bytes");
        }
    }

    public byte[] encode() {
        long length = MAGIC.length + 3L * Integer.BYTES + structureJson.length;
        for (byte[] object : objects) {
            length += Integer.BYTES + (long) object.length;
        }
        ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(length));
        out.put(MAGIC).putInt(VERSION);
        out.putInt(structureJson.length).put(structureJson);
        out.putInt(objects.size());
        objects.forEach(object -> out.putInt(object.length).put(object));
        return out.array();
    }

    /** What the author declared, with a stand-in for each object. Not checked yet: the file may come from anyone. */
    public Topology structure() {
        return structure;
    }

    /** To be called where the author's code may run. */
    ComponentCopies copies(ClassLoader loader) {
        Map<String, byte[]> byComponent = new TreeMap<>();
        Iterator<byte[]> next = objects.iterator();
        for (ComponentSpec component : structure.components()) {
            byComponent.put(component.id(), next.next());
            customGroupings(component).forEach(input -> next.next());
        }
        return new ComponentCopies(byComponent, loader);
    }

    /**
     * The structure with the author's own groupings, and stand-ins for components, whose instances come from {@link #copies}. To be called
     * where the author's code may run.
     *
     * @throws EngineException with category REJECTED if a grouping cannot be read
     */
    Topology runnable(ClassLoader loader) {
        Iterator<byte[]> next = objects.iterator();
        List<ComponentSpec> components = new ArrayList<>();
        for (ComponentSpec component : structure.components()) {
            next.next();
            components.add(withGroupings(
                    component, standIn -> grouping(next.next(), loader, component, StandIn.classNameOf(standIn))));
        }
        return new Topology(components);
    }

    @Override
    public String toString() {
        return WHERE + " of " + structure.components().size() + " components";
    }

    private static ComponentSpec withGroupings(ComponentSpec of, UnaryOperator<CustomStreamGrouping> groupings) {
        List<Subscription> inputs = new ArrayList<>();
        for (Subscription input : of.inputs()) {
            inputs.add(
                    input.grouping() instanceof GroupingSpec.Custom custom
                            ? new Subscription(
                                    input.component(),
                                    input.stream(),
                                    new GroupingSpec.Custom(groupings.apply(custom.grouping())))
                            : input);
        }
        return new ComponentSpec(
                of.id(),
                of.component(),
                of.parallelism(),
                of.tasks(),
                of.outputs(),
                inputs,
                of.declaredConfig(),
                of.config());
    }

    private static CustomStreamGrouping grouping(
            byte[] encoded, ClassLoader loader, ComponentSpec component, String className) {
        try {
            return (CustomStreamGrouping) UserObjects.read(encoded, loader);
        } catch (IOException | ClassNotFoundException | ClassCastException e) {
            throw new EngineException(
                    EngineException.Category.REJECTED,
                    "Component '" + component.id() + "': its custom grouping " + className + " cannot be read: " + e,
                    e);
        }
    }

    private static void write(
            Object object, ComponentSpec component, String what, List<byte[]> objects, List<Problem> problems) {
        try {
            objects.add(UserObjects.write(object));
        } catch (IOException e) {
            problems.add(new Problem(
                    "component '" + component.id() + "'", what + e.getMessage(), "every task works on a copy of it"));
        }
    }

    /** Empty if there was a problem. */
    private static byte[] structure(Topology topology, List<Problem> problems) {
        for (ComponentSpec component : topology.components()) {
            try {
                PlainValues.encode(StructureFormat.write(new Topology(List.of(component))));
            } catch (IOException | RuntimeException e) {
                problems.add(new Problem(
                        "component '" + component.id() + "'",
                        "its declaration cannot be written down: " + e.getMessage(),
                        "change it"));
            }
        }
        try {
            return problems.isEmpty() ? PlainValues.encode(StructureFormat.write(topology)) : new byte[0];
        } catch (IOException e) {
            throw new IllegalStateException("The parts of a structure can be written as JSON, and the whole cannot", e);
        }
    }

    private static Topology readStructure(byte[] json, CodeLimits limits) {
        if (json.length == 0 || json[0] != '{') {
            throw refused("its structure is no JSON object");
        }
        Topology structure;
        try {
            structure = StructureFormat.read(Fields.decode("structure", Bytes.of(json)));
        } catch (RuntimeException e) {
            throw refused("its structure makes no sense: " + Shown.of(e));
        }
        int count = structure.components().size();
        if (count > limits.components()) {
            throw refused("it has " + count + " components, more than " + limits.components());
        }
        return structure;
    }

    private static int objectsOf(Topology structure) {
        return structure.components().stream()
                .mapToInt(component -> 1 + customGroupings(component).size())
                .sum();
    }

    private static List<Subscription> customGroupings(ComponentSpec component) {
        return component.inputs().stream()
                .filter(input -> input.grouping() instanceof GroupingSpec.Custom)
                .toList();
    }

    /** The next part, whose length is compared with what is there before memory is taken for it. */
    private static byte[] part(ByteBuffer in, int limit, String what) {
        int length = in.getInt();
        if (length < 0 || length > limit) {
            throw refused(what + " claims " + length + " bytes, and may have " + limit);
        }
        if (length > in.remaining()) {
            throw refused(what + " claims " + length + " bytes, but " + in.remaining() + " follow: it is cut off");
        }
        byte[] part = new byte[length];
        in.get(part);
        return part;
    }

    private static EngineException refused(String why) {
        return new EngineException(EngineException.Category.REJECTED, WHERE + " is refused: " + why);
    }
}
