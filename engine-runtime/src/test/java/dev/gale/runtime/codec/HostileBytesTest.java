package dev.gale.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the bytes are: a tuple or a {@link CodecException}, and memory in proportion to what was received. */
class HostileBytesTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    /** An empty linked map is the dearest thing that two bytes can make. */
    private static final long BYTES_FOR_EACH_RECEIVED = 100;

    /** For messages, stack traces and what the JVM links on the way; far below what the lengths in these tests claim. */
    private static final long BYTES_FOR_EACH_READ = 1 << 20;

    private final ValueCodec codec = Samples.codec();

    /** Whether the bytes were refused; anything but a CodecException fails the test. */
    private boolean refused(byte[] bytes, String what) {
        Input in = new Input(bytes);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        boolean refused = isRefused(in, what);
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        long limit = BYTES_FOR_EACH_READ + BYTES_FOR_EACH_RECEIVED * bytes.length;
        if (allocated >= limit) { // the first value of a kind may load classes, the second does not
            before = THREADS.getCurrentThreadAllocatedBytes();
            isRefused(new Input(bytes), what);
            allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(allocated).as(what).isLessThan(limit);
        assertThat(in.limit()).as(what).isEqualTo(bytes.length);
        if (refused) {
            assertThat(in.position()).as(what).isZero();
        }
        return refused;
    }

    private boolean isRefused(Input in, String what) {
        try {
            codec.read(in);
            return false;
        } catch (CodecException e) {
            return true;
        } catch (Throwable e) {
            throw new AssertionError(what + ": " + Arrays.toString(in.getBuffer()), e);
        }
    }

    private static byte[] bytes(Consumer<Output> writing) {
        Output out = new Output(64, -1);
        writing.accept(out);
        return out.toBytes();
    }

    @Test
    void everyCutOfATupleIsRefused() {
        for (long seed = 0; seed < 300; seed++) {
            byte[] whole = Samples.encoded(codec, Samples.randomTuple(new SplittableRandom(seed)));
            for (int length = 0; length < whole.length; length++) {
                assertThat(refused(Arrays.copyOf(whole, length), "seed " + seed + " cut at " + length))
                        .isTrue();
            }
        }
    }

    @Test
    void everyCutOfABatchGivesTheWholeTuplesInFront() {
        Output out = new Output(64, -1);
        int[] ends = new int[10];
        for (int i = 0; i < ends.length; i++) {
            codec.write(out, new Object[] {i, "tuple " + i, List.of(i)});
            ends[i] = out.position();
        }
        byte[] whole = out.toBytes();
        for (int length = 0; length <= whole.length; length++) {
            Input in = new Input(whole, 0, length);
            int read = 0;
            while (read < ends.length && ends[read] <= length) {
                assertThat(codec.read(in)).containsExactly(read, "tuple " + read, List.of(read));
                read++;
            }
            if (!in.end()) {
                assertThatThrownBy(() -> codec.read(in)).isInstanceOf(CodecException.class);
            }
        }
    }

    /** O-86 */
    @Test
    void randomBytesAreATupleOrRefused() {
        for (long seed = 0; seed < 100_000; seed++) {
            RandomGenerator random = new SplittableRandom(seed);
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            if (bytes.length > 2) { // more often past the arity and the first tag
                bytes[0] = (byte) random.nextInt(4);
                bytes[1] = (byte) random.nextInt(Tags.REGISTERED + 2);
            }
            refused(bytes, "seed " + seed);
        }
    }

    @Test
    void mutatedTuplesAreATupleOrRefused() {
        for (long seed = 0; seed < 50_000; seed++) {
            RandomGenerator random = new SplittableRandom(seed);
            byte[] bytes = Samples.encoded(codec, Samples.randomTuple(random));
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                int at = random.nextInt(bytes.length);
                bytes[at] =
                        random.nextBoolean() ? (byte) random.nextInt() : (byte) (bytes[at] ^ 1 << random.nextInt(8));
            }
            refused(bytes, "seed " + seed);
        }
    }

    @Test
    void noLengthIsBelieved() {
        int[] tags = {
            Tags.LATIN1,
            Tags.UTF16,
            Tags.BOOLEANS,
            Tags.BYTES,
            Tags.SHORTS,
            Tags.INTS,
            Tags.LONGS,
            Tags.FLOATS,
            Tags.DOUBLES,
            Tags.CHARS,
            Tags.STRINGS,
            Tags.OBJECTS,
            Tags.BIG_INTEGER,
            Tags.LIST,
            Tags.SET,
            Tags.SORTED_SET,
            Tags.MAP,
            Tags.SORTED_MAP
        };
        for (int tag : tags) {
            for (int length : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 1 << 30, 1 << 29, 1 << 28, 1_000}) {
                byte[] bytes = bytes(out -> {
                    out.writeVarInt(1, true);
                    out.writeByte(tag);
                    out.writeVarInt(length, true);
                    out.writeBytes(new byte[20]);
                });
                assertThat(refused(bytes, "tag " + tag + " length " + length)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, -1, 1 << 28, 1_000})
    void theNumberOfValuesIsNotBelieved(int arity) {
        assertThat(refused(bytes(out -> out.writeVarInt(arity, true)), "arity " + arity))
                .isTrue();
    }

    @Test
    void nestedClaimsTogetherMustFitTheBytes() {
        int padding = 1 << 20;
        for (int tag : new int[] {Tags.OBJECTS, Tags.LIST, Tags.SET, Tags.MAP}) {
            byte[] bytes = bytes(out -> {
                out.writeVarInt(1, true);
                for (int level = 0; level < 60; level++) {
                    out.writeByte(tag);
                    out.writeVarInt(padding / 2 - 1000, true);
                }
                out.writeBytes(new byte[padding]);
            });
            long before = THREADS.getCurrentThreadAllocatedBytes();
            assertThatThrownBy(() -> new ValueCodec(Samples.registry(), Integer.MAX_VALUE).read(new Input(bytes)))
                    .isInstanceOf(CodecException.class);
            assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(16L * padding);
        }
    }

    /** O-86 */
    @Test
    void nestingIsBoundedWhereverItHappens() {
        byte[] lists = bytes(out -> {
            out.writeVarInt(1, true);
            for (int level = 0; level < 100_000; level++) {
                out.writeByte(Tags.LIST);
                out.writeVarInt(1, true);
            }
        });
        byte[] beans = bytes(out -> {
            out.writeVarInt(1, true);
            for (int level = 0; level < 100_000; level++) {
                out.writeByte(Tags.REGISTERED);
                out.writeVarInt(3, true); // Bean: two fields of its base class, then a Byte and a Char, then "any"
                out.writeBoolean(true);
            }
        });

        assertThat(refused(lists, "lists")).isTrue();
        assertThat(refused(beans, "beans")).isTrue();
    }

    /** O-86 */
    @Test
    void unknownTagsAndIdsAreRefused() {
        for (int tag = Tags.REGISTERED + 1; tag < 256; tag++) {
            assertThat(refused(new byte[] {1, (byte) tag, 0, 0, 0, 0}, "tag " + tag))
                    .isTrue();
        }
        for (int id : new int[] {2, 5, 6, 127, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) { // 2 is ArrayList
            byte[] bytes = bytes(out -> {
                out.writeVarInt(1, true);
                out.writeByte(Tags.REGISTERED);
                out.writeVarInt(id, true);
                out.writeBytes(new byte[20]);
            });
            assertThat(refused(bytes, "id " + id)).isTrue();
        }
    }

    @Test
    void anObjectOfAnotherTypeDoesNotGetIntoAField() {
        byte[] record = bytes(out -> {
            out.writeVarInt(1, true);
            out.writeByte(Tags.REGISTERED);
            out.writeVarInt(1, true);
            out.writeVarInt(7, false); // number
            out.writeByte(Tags.INT); // customer is a String
            out.writeVarInt(7, false);
            out.writeByte(Tags.NULL);
            out.writeByte(Tags.NULL);
            out.writeDouble(1);
        });

        assertThatThrownBy(() -> codec.read(new Input(record)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("the fields of dev.gale.runtime.codec.Samples$Order do not fit");
    }

    @Test
    void whatARecordChecksCannotBeSkipped() {
        byte[] bytes = bytes(out -> {
            out.writeVarInt(1, true);
            out.writeByte(Tags.REGISTERED);
            out.writeVarInt(1, true);
            out.writeVarInt(-7, false);
            out.writeByte(Tags.NULL);
            out.writeByte(Tags.NULL);
            out.writeByte(Tags.NULL);
            out.writeDouble(1);
        });

        assertThatThrownBy(() -> codec.read(new Input(bytes)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("negative order number");
    }

    @Test
    void keysThatCannotBeSortedAreRefused() {
        byte[] bytes = bytes(out -> {
            out.writeVarInt(1, true);
            out.writeByte(Tags.SORTED_SET);
            out.writeVarInt(2, true);
            out.writeByte(Tags.TRUE);
            out.writeByte(Tags.NULL);
        });

        assertThat(refused(bytes, "null in a sorted set")).isTrue();
        byte[] mixed = Samples.encoded(codec, new TreeSet<>(List.of(1, 2)));
        mixed[mixed.length - 2] = Tags.BYTE;
        assertThat(refused(mixed, "a byte among integers")).isTrue();
    }

    @Test
    void equalKeysAreRefused() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("a", 1);
        map.put("b", 1);
        byte[] bytes = Samples.encoded(codec, map);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 'b') {
                bytes[i] = 'a';
            }
        }

        assertThat(refused(bytes, "a map with one key twice")).isTrue();
    }

    @Test
    void theReaderHasTheSameLimit() {
        byte[] bytes = Samples.encoded(codec, (Object) new byte[98]);
        ValueCodec small = new ValueCodec(Samples.registry(), 100);

        assertThatThrownBy(() -> small.read(new Input(bytes))).isInstanceOf(CodecException.class);
    }

    @Test
    void theMessageSaysWhereTheBytesWentWrong() {
        assertThatThrownBy(() -> codec.read(new Input(new byte[] {2, Tags.TRUE, (byte) 200})))
                .isInstanceOf(CodecException.class)
                .hasMessage("Malformed tuple: byte 3, value 1: no type has the tag 200");
        assertThatThrownBy(() -> codec.read(new Input(new byte[] {1, Tags.BYTES, 100, 0})))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("a length of 100 (at least 1 bytes each) is claimed where 1 bytes are left");
    }

    @Test
    void theCodecGoesOnAfterARefusal() {
        List<Object> refusals = new ArrayList<>();
        for (long seed = 0; seed < 1_000; seed++) {
            RandomGenerator random = new SplittableRandom(seed);
            byte[] bytes = Samples.encoded(codec, Samples.randomTuple(random));
            if (refused(Arrays.copyOf(bytes, bytes.length / 2), "seed " + seed)) {
                refusals.add(seed);
            }
            assertThat(Samples.roundTrip(codec, "next", List.of(seed))).containsExactly("next", List.of(seed));
        }
        assertThat(refusals).isNotEmpty();
    }
}
