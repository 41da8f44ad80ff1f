package dev.gale.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.sun.management.ThreadMXBean;
import dev.gale.api.Values;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.Socket;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValueCodecTest {
    private final ValueCodec codec = Samples.codec();

    static Stream<Object> valuesThatKeepTheirClass() {
        return Stream.of(
                true,
                false,
                Byte.MIN_VALUE,
                (byte) -1,
                Short.MAX_VALUE,
                0,
                -1,
                63,
                64,
                Integer.MIN_VALUE,
                Integer.MAX_VALUE,
                0L,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                -0.0f,
                Float.NaN,
                -0.0d,
                Double.MIN_VALUE,
                Double.NEGATIVE_INFINITY,
                'a',
                '\uffff',
                '\ud800',
                "",
                "a",
                "\0",
                "\u00ff\u0080\u007f",
                "grüße",
                "\u0100",
                "żółć",
                "日本語",
                "\ud83d\ude80 and a lone \udc00 and \ud800",
                "x".repeat(511),
                "x".repeat(512),
                "x".repeat(513),
                "é".repeat(5000),
                "\u20ac".repeat(511),
                "\u20ac".repeat(5000),
                new boolean[] {true, false},
                new byte[0],
                new byte[] {0, -1, 127},
                new short[] {Short.MIN_VALUE, 1},
                new int[] {Integer.MIN_VALUE, 1},
                new int[0],
                new long[] {Long.MIN_VALUE, 1},
                new float[] {Float.NaN, 1},
                new double[] {Double.NaN, 1},
                new char[] {'\ud800', 'a'},
                new @Nullable String[] {"a", null, ""},
                new @Nullable Object[] {"a", null, 1, new int[] {2}, new Object[0]},
                BigInteger.ZERO,
                BigInteger.ONE.shiftLeft(1000).negate(),
                new BigDecimal("1.00"),
                new BigDecimal("-1e1000"),
                new UUID(Long.MIN_VALUE, 7),
                Instant.MIN,
                Instant.MAX,
                Instant.EPOCH.minusNanos(1),
                Duration.ofSeconds(Long.MIN_VALUE),
                Duration.ofNanos(-1),
                LocalDate.MIN,
                LocalDate.MAX,
                LocalTime.MIN,
                LocalTime.MAX,
                LocalDateTime.MIN,
                LocalDateTime.MAX,
                new ArrayList<>(List.of(1, "b")),
                new LinkedHashSet<>(List.of(3, 1, 2)),
                new TreeSet<>(List.of("b", "a")),
                new LinkedHashMap<>(Map.of("k", List.of())),
                new TreeMap<>(Map.of(2, "b", 1, "a")),
                Samples.Side.BUY,
                Samples.Side.SELL,
                new Samples.Order(1, null, null, new ArrayList<>(List.of("x")), -0.0),
                new Samples.Point(-5, "żółć"));
    }

    @ParameterizedTest
    @MethodSource("valuesThatKeepTheirClass")
    void arrivesEqualAndOfTheSameClass(Object value) {
        @Nullable Object[] arrived = Samples.roundTrip(codec, value, null, value);

        assertThat(arrived).hasSize(3);
        assertThat(arrived[0]).hasSameClassAs(value);
        assertThat(Samples.plain(arrived[0])).isEqualTo(Samples.plain(value));
        assertThat(arrived[1]).isNull();
        assertThat(Samples.plain(arrived[2])).isEqualTo(Samples.plain(value));
    }

    static Stream<Object> collectionsOfAnyKind() {
        return Stream.of(
                List.of(),
                List.of(1),
                List.of(1, 2, 3),
                Stream.of(1, null).toList(),
                Arrays.asList(1, null),
                new LinkedList<>(List.of("a", "b")),
                Collections.unmodifiableList(new ArrayList<>(List.of(1))),
                Collections.emptyList(),
                List.of(1, 2, 3, 4).subList(1, 3),
                new Values("a", null, 1),
                Set.of(),
                Set.of(1, 2, 3),
                new HashSet<>(Arrays.asList(1, null)),
                Collections.unmodifiableSet(new HashSet<>(Set.of(1))),
                Collections.unmodifiableSortedSet(new TreeSet<>(Set.of(2, 1))),
                ConcurrentHashMap.newKeySet(),
                EnumSet.of(Samples.Side.SELL),
                Map.of("a", 1),
                Map.of(),
                new HashMap<>(Collections.singletonMap(null, null)),
                new ConcurrentHashMap<>(Map.of("a", 1)),
                new ConcurrentSkipListMap<>(Map.of("b", 1, "a", 2)),
                Collections.unmodifiableMap(new TreeMap<>(Map.of("b", 1, "a", 2))),
                new HashMap<>(Map.of("nested", List.of(Map.of("deep", Set.of(1L))))));
    }

    @ParameterizedTest
    @MethodSource("collectionsOfAnyKind")
    void aCollectionOfAnyKindArrivesEqual(Object value) {
        assertThat(Samples.roundTrip(codec, value)).containsExactly(value);
    }

    @Test
    void mapsAndSetsArriveInTheOrderTheyHad() {
        Map<String, Integer> map = new LinkedHashMap<>();
        Set<String> set = new LinkedHashSet<>();
        for (int i = 100; i > 0; i--) {
            map.put("key" + i, i);
            set.add("key" + i);
        }

        @Nullable Object[] arrived = Samples.roundTrip(codec, map, set);

        assertThat(((Map<?, ?>) arrived[0]).keySet().toArray())
                .isEqualTo(map.keySet().toArray());
        assertThat(((Set<?>) arrived[1]).toArray()).isEqualTo(set.toArray());
    }

    @Test
    void aHashMapCanBeCastToOneAgain() {
        assertThat(Samples.roundTrip(codec, new HashMap<>(), new HashSet<>()))
                .hasExactlyElementsOfTypes(LinkedHashMap.class, LinkedHashSet.class);
        assertThat(LinkedHashMap.class).isAssignableTo(HashMap.class);
        assertThat(LinkedHashSet.class).isAssignableTo(HashSet.class);
    }

    @Test
    void randomTuplesArriveEqual() {
        for (long seed = 0; seed < 3_000; seed++) {
            @Nullable Object[] values = Samples.randomTuple(new SplittableRandom(seed));

            @Nullable Object[] arrived = Samples.roundTrip(codec, values);

            assertThat(Samples.plain(arrived)).as("seed %d", seed).isEqualTo(Samples.plain(values));
        }
    }

    @Test
    void tuplesFollowEachOtherWithoutGaps() {
        Output out = new Output(16, -1);
        for (int i = 0; i < 100; i++) {
            codec.write(out, new Object[] {i, "text " + i});
        }
        Input in = new Input(out.toBytes());

        for (int i = 0; i < 100; i++) {
            assertThat(codec.read(in)).containsExactly(i, "text " + i);
        }
        assertThat(in.end()).isTrue();
    }

    @Test
    void aTupleWithoutValuesIsOneByte() {
        assertThat(Samples.encoded(codec)).hasSize(1);
        assertThat(Samples.roundTrip(codec)).isEmpty();
    }

    @Test
    void readsFromTheMiddleOfABuffer() {
        byte[] tuple = Samples.encoded(codec, "latin", "日本語");
        byte[] buffer = new byte[tuple.length + 20];
        System.arraycopy(tuple, 0, buffer, 10, tuple.length);

        assertThat(codec.read(new Input(buffer, 10, tuple.length))).containsExactly("latin", "日本語");
    }

    @Test
    void refusesAnUnregisteredClassByNamePositionAndRemedy() {
        assertThatThrownBy(() -> Samples.encoded(codec, "fine", new Samples.NotRegistered()))
                .isInstanceOf(CodecException.class)
                .hasMessage("Value 1 is a dev.gale.runtime.codec.Samples$NotRegistered, which is not registered: "
                        + "conf.registerSerialization(dev.gale.runtime.codec.Samples.NotRegistered.class)")
                .extracting(e -> ((CodecException) e).valueIndex())
                .isEqualTo(1);
    }

    @Test
    void refusesAnUnregisteredClassInsideACollection() {
        assertThatThrownBy(() -> Samples.encoded(codec, Map.of("k", List.of(new Samples.NotRegistered()))))
                .isInstanceOf(CodecException.class)
                .hasMessageStartingWith("Value 0 contains a dev.gale.runtime.codec.Samples$NotRegistered, which");
    }

    @Test
    void refusesAnUnregisteredEnumByTheNameOfTheEnum() {
        ValueCodec bare = new ValueCodec(SerializationRegistry.empty(), 100);

        assertThatThrownBy(() -> Samples.encoded(bare, Samples.Side.SELL))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("conf.registerSerialization(dev.gale.runtime.codec.Samples.Side.class)");
        assertThatThrownBy(() -> Samples.encoded(bare, DayOfWeek.MONDAY))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("java.time.DayOfWeek");
    }

    @Test
    void asksForASerializerForClassesOfTheJdk() {
        for (Object value : List.of(new Socket(), Optional.of(1), URI.create("a:b"), Thread.currentThread())) {
            assertThatThrownBy(() -> Samples.encoded(codec, value))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining(value.getClass().getName() + ", which needs a TupleSerializer of yours");
        }
    }

    @Test
    void refusesClassesWithoutANameAndArraysOfOtherClasses() {
        Runnable lambda = () -> {};
        assertThatThrownBy(() -> Samples.encoded(codec, lambda)).hasMessageContaining("has no name of its own");
        assertThatThrownBy(() -> Samples.encoded(codec, new Object() {}))
                .hasMessageContaining("has no name of its own");
        assertThatThrownBy(() -> Samples.encoded(codec, (Object) new Integer[] {1}))
                .isInstanceOf(CodecException.class)
                .hasMessage(
                        "Value 0 is a java.lang.Integer[], which cannot be sent: emit a List, an Object[] or a String[]");
        assertThatThrownBy(() -> Samples.encoded(codec, (Object) new int[][] {{1}}))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("int[][]");
    }

    @Test
    void refusesAnOrderThatCannotBeSent() {
        assertThatThrownBy(() -> Samples.encoded(codec, new TreeMap<>(Comparator.reverseOrder())))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Value 0 is a java.util.TreeMap ordered by a comparator");
        assertThatThrownBy(() -> Samples.encoded(codec, List.of(new TreeSet<>(Comparator.reverseOrder()))))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Value 0 contains a java.util.TreeSet ordered by a comparator");
    }

    @Test
    void aFailedWriteLeavesTheOutputWhereItWas() {
        Output out = new Output(8, -1);
        codec.write(out, new Object[] {"first"});
        int position = out.position();

        assertThatThrownBy(() -> codec.write(out, new Object[] {"x".repeat(1000), new Samples.NotRegistered()}))
                .isInstanceOf(CodecException.class);

        assertThat(out.position()).isEqualTo(position);
        codec.write(out, new Object[] {"second"});
        Input in = new Input(out.toBytes());
        assertThat(codec.read(in)).containsExactly("first");
        assertThat(codec.read(in)).containsExactly("second");
    }

    @Test
    void refusesATupleOverTheLimitNamingSizeAndLimit() {
        ValueCodec small = new ValueCodec(Samples.registry(), 100);

        assertThat(Samples.encoded(small, (Object) new byte[97])).hasSize(100);
        assertThat(Samples.roundTrip(small, (Object) new byte[97])).hasSize(1);
        assertThatThrownBy(() -> Samples.encoded(small, (Object) new byte[98]))
                .isInstanceOf(CodecException.class)
                .hasMessage("Value 0 makes the tuple too large: it needs at least 101 bytes, and the limit "
                        + "(topology.tuple.max.bytes) is 100");
        assertThatThrownBy(() -> Samples.encoded(small, 1, new long[1 << 20]))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("at least 8388612 bytes");
        for (Object value : List.of("x".repeat(101), "\u20ac".repeat(50), Collections.nCopies(60, 1))) {
            assertThatThrownBy(() -> Samples.encoded(small, value))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("makes the tuple too large");
        }
    }

    @Test
    void theLimitCountsFromTheStartOfTheTuple() {
        ValueCodec small = new ValueCodec(SerializationRegistry.empty(), 100);
        Output out = new Output(16, -1);
        for (int i = 0; i < 10; i++) {
            small.write(out, new Object[] {new byte[97]});
        }
        Input in = new Input(out.toBytes());
        for (int i = 0; i < 10; i++) {
            assertThat(small.read(in)).hasSize(1);
        }
    }

    @Test
    void refusesWhatTheOutputCannotHold() {
        Output out = new Output(8, 32);

        assertThatThrownBy(() -> codec.write(out, new Object[] {"x".repeat(40)}))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Value 0 does not fit into the output buffer of at most 32 bytes");
        assertThat(out.position()).isZero();
    }

    @Test
    void nestsAsDeepAsTheLimitAndNoDeeper() {
        assertThat(Samples.roundTrip(codec, nested(64))).containsExactly(nested(64));
        assertThatThrownBy(() -> Samples.encoded(codec, nested(65)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Value 0 is nested deeper than 64 levels");
    }

    private static Object nested(int levels) {
        Object value = "core";
        for (int i = 0; i < levels; i++) {
            value = List.of(value);
        }
        return value;
    }

    @Test
    void refusesValuesThatContainThemselves() {
        List<Object> list = new ArrayList<>();
        list.add(list);
        Map<String, Object> twice = new HashMap<>();
        twice.put("left", twice);
        twice.put("right", twice);

        assertThatThrownBy(() -> Samples.encoded(codec, list)).isInstanceOf(CodecException.class);
        assertThatThrownBy(() -> Samples.encoded(codec, twice)).isInstanceOf(CodecException.class);
    }

    @Test
    void refusesValuesThatDoubleAtEveryLevelOnceTheyReachTheLimit() {
        Object value = "core";
        for (int i = 0; i < 60; i++) {
            value = List.of(value, value);
        }
        Object dag = value;

        assertThatThrownBy(() -> Samples.encoded(codec, dag))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("makes the tuple too large");
    }

    @Test
    void namesTheValueThatChangesWhileItIsWritten() {
        List<Object> changing = new LinkedList<>(List.of("a", "b")) {
            @Override
            public int size() {
                return super.size() + 1;
            }
        };
        Map<String, Object> failing = new HashMap<>() {
            @Override
            public int size() {
                throw new ConcurrentModificationException();
            }
        };

        assertThatThrownBy(() -> Samples.encoded(codec, 1, changing))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Value 1 changed while it was written, from 3 elements to 2");
        assertThatThrownBy(() -> Samples.encoded(codec, 1, 2, failing))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Value 2")
                .hasCauseInstanceOf(ConcurrentModificationException.class);
        assertThat(Samples.roundTrip(codec, "fine")).containsExactly("fine");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void refusesALimitThatHoldsNothing(int limit) {
        assertThatIllegalArgumentException().isThrownBy(() -> new ValueCodec(SerializationRegistry.empty(), limit));
    }

    @Test
    void writingAllocatesNothing() {
        Output out = new Output(1 << 16);
        Map<String, Object> map = new HashMap<>(Map.of("a", 1L, "b", "two"));
        Object[] values = {
            1,
            2L,
            3.0,
            "text",
            "żółć",
            true,
            null,
            new byte[100],
            new int[10],
            List.of(1, 2),
            map,
            Samples.Side.SELL,
            new Samples.Order(1, "me", Samples.Side.BUY, List.of("l"), 1.5),
            UUID.fromString("0-0-0-0-1"),
            Instant.EPOCH,
            new Samples.Point(1, "p")
        };
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < 20_000; i++) { // reflection of fields starts to run as bytecode
            out.reset();
            codec.write(out, values);
        }

        int rounds = 1_000;
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < rounds; i++) {
            out.reset();
            codec.write(out, values);
        }
        long each = (threads.getCurrentThreadAllocatedBytes() - before) / rounds;

        assertThat(each).isZero();
    }
}
