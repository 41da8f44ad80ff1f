package dev.gale.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.io.Input;
import dev.gale.api.Config;
import dev.gale.api.TupleSerializer;
import dev.gale.runtime.codec.Samples.Bean;
import dev.gale.runtime.codec.Samples.Order;
import dev.gale.runtime.codec.Samples.Point;
import dev.gale.runtime.codec.Samples.PointSerializer;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RegisteredTypesTest {
    private final ValueCodec codec = Samples.codec();
    private final RandomGenerator random = new SplittableRandom(7);

    @Test
    void beansArriveWithInheritedAndHiddenFieldsAndWithoutTransientOnes() {
        Bean bean = new Bean(random, List.of(new Bean(random, Samples.Side.SELL)));
        bean.cache = "warm";

        Bean arrived = (Bean) Samples.roundTrip(codec, bean)[0];

        assertThat(arrived).isEqualTo(bean).isNotSameAs(bean);
        assertThat(arrived.cache).isEqualTo("fresh");
    }

    @Test
    void recordsNest() {
        Order inner = new Order(1, "c", Samples.Side.BUY, List.of(), 0.5);
        Order order = new Order(2, null, null, List.of(inner, new Point(1, "p")), Double.NaN);

        assertThat(Samples.roundTrip(codec, order)).containsExactly(order);
    }

    @Test
    void refusesAFieldWhoseValueWouldNotFitOnArrival() {
        Bean bean = new Bean(random, null).with(new LinkedList<>(List.of("a")));

        assertThatThrownBy(() -> Samples.encoded(codec, 1, bean))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Value 1 holds a java.util.LinkedList in the field")
                .hasMessageContaining("Bean.deque, which would arrive as java.util.ArrayList");
    }

    @Test
    void refusesAnUnregisteredClassInAField() {
        assertThatThrownBy(() -> Samples.encoded(codec, new Bean(random, new Samples.NotRegistered())))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Value 0 contains a")
                .hasMessageContaining("conf.registerSerialization(dev.gale.runtime.codec.Samples.NotRegistered.class)");
        assertThatThrownBy(() -> Samples.encoded(codec, new Bean(random, null).with(new ArrayDeque<>())))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("conf.registerSerialization(java.util.ArrayDeque.class, ItsSerializer.class)");
    }

    @Test
    void anEnumTravelsByName() {
        byte[] bytes = Samples.encoded(codec, Samples.Side.SELL);

        assertThat(new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1))
                .contains("SELL");
        bytes[bytes.length - 1] = 'X';
        assertThatThrownBy(() -> codec.read(new Input(bytes)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("the enum dev.gale.runtime.codec.Samples$Side has no constant SELX");
    }

    @Test
    void workersWithTheSameListUnderstandEachOther() {
        byte[] bytes = Samples.encoded(Samples.codec(), Samples.Side.BUY, new Point(1, "p"), new Bean(random, 1));

        assertThat(Samples.codec().read(new Input(bytes)))
                .hasExactlyElementsOfTypes(Samples.Side.class, Point.class, Bean.class);
    }

    @Test
    void eachCodecHasItsOwnSerializer() {
        CountedSerializer.created = 0;
        SerializationRegistry registry = registry(Point.class, CountedSerializer.class);
        assertThat(CountedSerializer.created).isZero();

        new ValueCodec(registry, 100);
        new ValueCodec(registry, 100);

        assertThat(CountedSerializer.created).isEqualTo(2);
    }

    @Test
    void namesTheSerializerThatFailsToWrite() {
        ValueCodec failing = codec(FailingSerializer.class);

        assertThatThrownBy(() -> Samples.encoded(failing, "a", new Point(1, "p")))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Value 1 (dev.gale.runtime.codec.Samples$Point) was refused by "
                        + "dev.gale.runtime.codec.RegisteredTypesTest$FailingSerializer")
                .hasRootCauseMessage("id 500");
    }

    @Test
    void aSerializerMustNotReadPastItsValue() {
        byte[] bytes = Samples.encoded(codec(PointSerializer.class), new Point(1, "p"), "next value");

        assertThatThrownBy(() -> codec(GreedySerializer.class).read(new Input(bytes)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("GreedySerializer failed: java.io.EOFException");
    }

    @Test
    void aSerializerMustReadAllOfItsValue() {
        byte[] bytes = Samples.encoded(codec(PointSerializer.class), new Point(1, "p"));

        assertThatThrownBy(() -> codec(LazySerializer.class).read(new Input(bytes)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("LazySerializer left 3 bytes unread");
    }

    @Test
    void aSerializerMustReturnItsClass() {
        byte[] bytes = Samples.encoded(codec(PointSerializer.class), new Point(1, ""));

        assertThatThrownBy(() -> codec(WrongSerializer.class).read(new Input(bytes)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("WrongSerializer did not return a dev.gale.runtime.codec.Samples$Point");
    }

    @Test
    void whatASerializerWritesCountsAgainstTheLimit() {
        ValueCodec endless = new ValueCodec(registry(Point.class, EndlessSerializer.class), 1000);

        assertThatThrownBy(() -> Samples.encoded(endless, new Point(1, "p")))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("makes the tuple too large");
    }

    @Test
    void aCollectionClassKeepsItsTypeWithASerializer() {
        ValueCodec basket = new ValueCodec(registry(Basket.class, BasketSerializer.class), 1000);
        Basket value = new Basket("me");
        value.add("apple");

        assertThat(Samples.roundTrip(basket, value)[0])
                .isInstanceOf(Basket.class)
                .extracting(arrived -> ((Basket) arrived).owner)
                .isEqualTo("me");
        assertThat(Samples.roundTrip(codec, value)[0])
                .isInstanceOf(ArrayList.class)
                .isEqualTo(value);
    }

    private static ValueCodec codec(Class<? extends TupleSerializer<Point>> serializer) {
        return new ValueCodec(registry(Point.class, serializer), 1000);
    }

    private static <T> SerializationRegistry registry(Class<T> type, Class<? extends TupleSerializer<T>> serializer) {
        Config conf = new Config();
        conf.registerSerialization(type, serializer);
        return Samples.registry(conf);
    }

    static final class Basket extends ArrayList<String> {
        private static final long serialVersionUID = 1;
        final String owner;

        Basket(String owner) {
            this.owner = owner;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return super.equals(other);
        }

        @Override
        public int hashCode() {
            return super.hashCode();
        }
    }

    public static final class BasketSerializer implements TupleSerializer<Basket> {
        @Override
        public void write(Basket value, DataOutput out) throws IOException {
            out.writeUTF(value.owner);
            out.writeByte(value.size());
            for (String item : value) {
                out.writeUTF(item);
            }
        }

        @Override
        public Basket read(DataInput in) throws IOException {
            Basket basket = new Basket(in.readUTF());
            for (int i = in.readUnsignedByte(); i > 0; i--) {
                basket.add(in.readUTF());
            }
            return basket;
        }
    }

    abstract static class PointLike implements TupleSerializer<Point> {
        @Override
        public void write(Point value, DataOutput out) throws IOException {
            new PointSerializer().write(value, out);
        }

        @Override
        public Point read(DataInput in) throws IOException {
            return new PointSerializer().read(in);
        }
    }

    public static final class CountedSerializer extends PointLike {
        static int created;

        public CountedSerializer() {
            created++;
        }
    }

    public static final class FailingSerializer extends PointLike {
        public FailingSerializer() {}

        @Override
        public void write(Point value, DataOutput out) {
            throw new IllegalStateException("id 500");
        }
    }

    public static final class EndlessSerializer extends PointLike {
        public EndlessSerializer() {}

        @Override
        public void write(Point value, DataOutput out) throws IOException {
            while (true) {
                out.writeLong(1);
            }
        }
    }

    public static final class GreedySerializer extends PointLike {
        public GreedySerializer() {}

        @Override
        public Point read(DataInput in) throws IOException {
            Point point = super.read(in);
            in.readByte();
            return point;
        }
    }

    public static final class LazySerializer extends PointLike {
        public LazySerializer() {}

        @Override
        public Point read(DataInput in) throws IOException {
            return new Point(in.readInt(), "");
        }
    }

    public static final class WrongSerializer extends PointLike {
        public WrongSerializer() {}

        @Override
        @SuppressWarnings("NullAway")
        public Point read(DataInput in) throws IOException {
            super.read(in);
            return null;
        }
    }
}
