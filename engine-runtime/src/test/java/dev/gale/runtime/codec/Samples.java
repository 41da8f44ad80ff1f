package dev.gale.runtime.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.gale.api.Config;
import dev.gale.api.TupleSerializer;
import dev.gale.api.Values;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Classes that tests register, and random values made of everything that can travel. */
final class Samples {
    static final int MAX_BYTES = 1 << 20;

    private Samples() {}

    enum Side {
        BUY,
        SELL {
            @Override
            public String toString() {
                return "a class of its own";
            }
        }
    }

    record Order(
            int number, @Nullable String customer, @Nullable Side side, List<Object> lines, double weight) {
        Order {
            if (number < 0) {
                throw new IllegalArgumentException("negative order number");
            }
        }
    }

    static class Base {
        private final long id;
        protected boolean flag;
        private String name = "base";

        Base(long id) {
            this.id = id;
        }
    }

    /** Hides a field of its superclass, and has every primitive. */
    static final class Bean extends Base {
        static int created;
        transient String cache = "fresh";
        private @Nullable Object any;
        private @Nullable Deque<String> deque;
        private Map<String, Object> map = Map.of();
        private String name = "bean";
        private byte aByte;
        private short aShort;
        private int anInt;
        private long aLong;
        private float aFloat;
        private char aChar;

        private Bean() {
            super(0);
            created++;
        }

        Bean(RandomGenerator random, @Nullable Object any) {
            super(random.nextLong());
            this.any = any;
            flag = random.nextBoolean();
            name = "bean" + random.nextInt(10);
            super.name = "base" + random.nextInt(10);
            map = new HashMap<>(Map.of("k", random.nextInt()));
            aByte = (byte) random.nextInt();
            aShort = (short) random.nextInt();
            anInt = random.nextInt();
            aLong = random.nextLong();
            aFloat = random.nextFloat();
            aChar = (char) random.nextInt();
        }

        Bean with(Deque<String> newDeque) {
            deque = newDeque;
            return this;
        }

        private List<@Nullable Object> state() {
            return Arrays.asList(
                    super.id, flag, super.name, name, map, aByte, aShort, anInt, aLong, aFloat, aChar, plain(any));
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Bean bean && state().equals(bean.state());
        }

        @Override
        public int hashCode() {
            return Objects.hash(state());
        }

        @Override
        public String toString() {
            return "Bean" + state();
        }
    }

    /** No fields, no constructor for us: only its serializer can handle it. */
    static final class Point {
        final int x;
        final String label;

        Point(int x, String label) {
            this.x = x;
            this.label = label;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Point point && x == point.x && label.equals(point.label);
        }

        @Override
        public int hashCode() {
            return Objects.hash(x, label);
        }
    }

    public static final class PointSerializer implements TupleSerializer<Point> {
        @Override
        public void write(Point value, DataOutput out) throws IOException {
            out.writeInt(value.x);
            out.writeUTF(value.label);
        }

        @Override
        public Point read(DataInput in) throws IOException {
            return new Point(in.readInt(), in.readUTF());
        }
    }

    static final class NotRegistered {}

    static SerializationRegistry registry() {
        Config conf = new Config();
        conf.registerSerialization(Side.class);
        conf.registerSerialization(Order.class);
        conf.registerSerialization(ArrayList.class);
        conf.registerSerialization(Bean.class);
        conf.registerSerialization(Point.class, PointSerializer.class);
        return registry(conf);
    }

    static SerializationRegistry registry(Config conf) {
        return SerializationRegistry.of(
                (List<?>) conf.get(Config.TOPOLOGY_KRYO_REGISTER), Samples.class.getClassLoader());
    }

    static ValueCodec codec() {
        return new ValueCodec(registry(), MAX_BYTES);
    }

    static byte[] encoded(ValueCodec codec, @Nullable Object... values) {
        Output out = new Output(16, -1);
        codec.write(out, values);
        return out.toBytes();
    }

    static @Nullable Object[] roundTrip(ValueCodec codec, @Nullable Object... values) {
        Input in = new Input(encoded(codec, values));
        Object[] read = codec.read(in);
        if (in.position() != in.limit()) {
            throw new AssertionError("bytes left over: " + (in.limit() - in.position()));
        }
        return read;
    }

    /** The same value with arrays as lists, so that {@code equals} looks inside. */
    static @Nullable Object plain(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (value.getClass().isArray()) {
            List<Object> list = new ArrayList<>();
            list.add(value.getClass());
            for (int i = 0; i < java.lang.reflect.Array.getLength(value); i++) {
                list.add(plain(java.lang.reflect.Array.get(value, i)));
            }
            return list;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Samples::plain).toList();
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            map.forEach((key, element) -> copy.put(plain(key), plain(element)));
            return copy;
        }
        if (value instanceof Order order) {
            return Arrays.asList(order.number, order.customer, order.side, plain(order.lines), (Object) order.weight);
        }
        return value;
    }

    static @Nullable Object[] randomTuple(RandomGenerator random) {
        return array(random, random.nextInt(6), i -> random(random, 4));
    }

    private static @Nullable Object[] array(RandomGenerator random, int size, IntFunction<@Nullable Object> make) {
        Object[] array = new Object[size];
        Arrays.setAll(array, make);
        return array;
    }

    private static String string(RandomGenerator random) {
        int bound = new int[] {0x80, 0x100, 0x10000}[random.nextInt(3)];
        char[] chars = new char[random.nextInt(10) == 0 ? 1200 : random.nextInt(20)];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) random.nextInt(bound);
        }
        return new String(chars);
    }

    static @Nullable Object random(RandomGenerator random, int levels) {
        return switch (random.nextInt(levels > 0 ? 42 : 28)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> (byte) random.nextInt();
            case 3 -> (short) random.nextInt();
            case 4 -> random.nextInt() >> random.nextInt(32);
            case 5 -> random.nextLong() >> random.nextInt(64);
            case 6 -> random.nextFloat();
            case 7 -> random.nextDouble();
            case 8 -> (char) random.nextInt();
            case 9, 10 -> string(random);
            case 11 -> {
                byte[] bytes = new byte[random.nextInt(40)];
                random.nextBytes(bytes);
                yield bytes;
            }
            case 12 -> random.ints(random.nextInt(5)).toArray();
            case 13 -> random.longs(random.nextInt(5)).toArray();
            case 14 -> random.doubles(random.nextInt(5)).toArray();
            case 15 -> new short[] {(short) random.nextInt()};
            case 16 -> new float[] {random.nextFloat(), Float.NaN};
            case 17 -> new char[] {(char) random.nextInt(), '\ud800'};
            case 18 -> new boolean[] {random.nextBoolean(), true};
            case 19 -> new @Nullable String[] {string(random), null};
            case 20 -> new BigInteger(random.nextInt(200), new java.util.Random(random.nextLong()));
            case 21 -> new BigDecimal(BigInteger.valueOf(random.nextLong()), random.nextInt(100) - 50);
            case 22 -> new UUID(random.nextLong(), random.nextLong());
            case 23 -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
            case 24 -> Duration.ofSeconds(random.nextLong() >> 8, random.nextInt(1_000_000_000));
            case 25 -> LocalDate.ofEpochDay(random.nextInt(100_000) - 50_000);
            case 26 -> LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000_000L));
            case 27 -> LocalDateTime.ofEpochSecond(random.nextInt(), 5, java.time.ZoneOffset.UTC);
            case 28 -> random.nextBoolean() ? Side.BUY : Side.SELL;
            case 29 -> new Point(random.nextInt(), string(random));
            case 30 -> new Bean(random, random(random, levels - 1));
            case 31 -> new Order(random.nextInt(100), null, Side.SELL, list(random, levels), random.nextDouble());
            case 32 -> list(random, levels);
            case 33 -> new LinkedList<>(list(random, levels));
            case 34 -> Arrays.asList(list(random, levels).toArray());
            case 35 -> new Values(list(random, levels).toArray());
            case 36 -> array(random, random.nextInt(4), i -> random(random, levels - 1));
            case 37 -> map(random, levels, new HashMap<>());
            case 38 -> map(random, levels, new LinkedHashMap<>());
            case 39 -> map(random, levels, new TreeMap<>());
            case 40 -> set(random, new HashSet<>());
            default -> set(random, random.nextBoolean() ? new TreeSet<>() : new LinkedHashSet<>());
        };
    }

    private static List<Object> list(RandomGenerator random, int levels) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(random(random, levels - 1));
        }
        return list;
    }

    private static Map<String, Object> map(RandomGenerator random, int levels, Map<String, Object> map) {
        for (int i = random.nextInt(4); i > 0; i--) {
            map.put(string(random), random(random, levels - 1));
        }
        return map;
    }

    private static Set<Object> set(RandomGenerator random, Set<Object> set) {
        for (int i = random.nextInt(4); i > 0; i--) {
            set.add(random.nextInt());
        }
        return set;
    }
}
