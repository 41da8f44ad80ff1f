package dev.gale.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gale.api.TupleSerializer;
import java.io.DataInput;
import java.io.DataOutput;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SerializationRegistryTest {
    private static final ClassLoader LOADER = SerializationRegistryTest.class.getClassLoader();

    @Test
    void idsArePositionsInTheList() {
        SerializationRegistry registry = of("[B", Plain.class.getName(), "java.util.HashMap", Level.class.getName());

        assertThat(registry.byClass(Plain.class))
                .isNotNull()
                .extracting(RegisteredType::id)
                .isEqualTo(1);
        assertThat(registry.byClass(Level.class))
                .isNotNull()
                .extracting(RegisteredType::id)
                .isEqualTo(3);
        assertThat(registry.byId(0)).isNull();
        assertThat(registry.byId(3)).isSameAs(registry.byClass(Level.class));
        assertThat(registry.byId(4)).isNull();
        assertThat(registry.byId(-1)).isNull();
    }

    @Test
    void classesThatNeedNoRegistrationMayBeRegistered() {
        SerializationRegistry registry =
                of("java.lang.String", "java.util.List", "java.util.Collections$UnmodifiableMap", "java.util.TreeSet");

        assertThat(Samples.roundTrip(new ValueCodec(registry, 100), "a", List.of(1)))
                .containsExactly("a", List.of(1));
    }

    @Test
    void aNullSerializerIsTheDefaultRule() {
        assertThat(of(Collections.singletonMap(Plain.class.getName(), null)).byId(0))
                .isInstanceOf(FieldwiseType.class);
    }

    @Test
    void reportsEveryProblemTogether() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(
                        "com.acme.Missing",
                        Map.of(Plain.class.getName(), "com.acme.MissingSerializer"),
                        Map.of(Level.class.getName(), String.class.getName()),
                        Map.of(Optional.class.getName(), Hidden.class.getName()),
                        Level.class.getName(),
                        7,
                        null,
                        Map.of(),
                        Map.of(Instant.class.getName(), Some.class.getName()),
                        Map.of(Date.class.getName(), Abstract.class.getName())))
                .withMessage("topology.kryo.register cannot be used: "
                        + "[0] class com.acme.Missing is not found; "
                        + "[1] class com.acme.MissingSerializer is not found; "
                        + "[2] java.lang.String, the serializer of " + Level.class.getName()
                        + ", does not implement dev.gale.api.TupleSerializer; "
                        + "[3] " + Hidden.class.getName() + " needs a public constructor without parameters; "
                        + "[4] " + Level.class.getName() + " is registered twice; "
                        + "[5] expected a class name, or a map of one class name to its serializer, and found 7; "
                        + "[6] expected a class name, or a map of one class name to its serializer, and found null; "
                        + "[7] expected a class name, or a map of one class name to its serializer, and found {}; "
                        + "[8] java.time.Instant is a built-in type and is not given to " + Some.class.getName() + "; "
                        + "[9] " + Abstract.class.getName() + " needs a public constructor without parameters");
    }

    @Test
    void asksForASerializerWhereTheDefaultRuleWouldLoseSomething() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(
                        Optional.class.getName(),
                        NoConstructor.class.getName(),
                        Elements.class.getName(),
                        Failure.class.getName(),
                        "[Ljava.lang.Integer;",
                        Inner.class.getName()))
                .withMessageContaining(
                        "[0] java.util.Optional needs a TupleSerializer of its own: it is not a class of yours")
                .withMessageContaining("[1] " + NoConstructor.class.getName()
                        + " needs a TupleSerializer of its own: it has no constructor without parameters")
                .withMessageContaining("[2] " + Elements.class.getName()
                        + " needs a TupleSerializer of its own: the state of java.util.HashSet is not open")
                .withMessageContaining("[3] " + Failure.class.getName())
                .withMessageContaining("[4] java.lang.Integer[]")
                .withMessageContaining("[5] " + Inner.class.getName());
    }

    @Test
    void refusesClassesThatHaveNoInstances() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(Runnable.class.getName(), Abstract.class.getName(), "java.lang.Number"))
                .withMessageContaining("[0] java.lang.Runnable has no instances of its own")
                .withMessageContaining("[1] " + Abstract.class.getName())
                .withMessageContaining("[2] java.lang.Number");
    }

    @Test
    void reportsAClassWhoseInitializationFails() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(Broken.class.getName()))
                .withMessageContaining("[0] " + Broken.class.getName() + " cannot be initialized");
    }

    @Test
    void anAbstractEnumIsAnEnum() {
        ValueCodec codec = new ValueCodec(of(Operation.class.getName()), 100);

        assertThat(Samples.roundTrip(codec, Operation.PLUS)).containsExactly(Operation.PLUS);
    }

    @Test
    void reportsASerializerThatCannotBeCreated() {
        SerializationRegistry registry = of(Map.of(Plain.class.getName(), Refusing.class.getName()));

        org.assertj.core.api.Assertions.assertThatThrownBy(() -> new ValueCodec(registry, 100))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Creating " + Refusing.class.getName() + " failed")
                .hasRootCauseMessage("not today");
    }

    private static SerializationRegistry of(Object... registrations) {
        return SerializationRegistry.of(Arrays.asList(registrations), LOADER);
    }

    static final class Plain {}

    enum Level {
        LOW
    }

    enum Operation {
        PLUS {
            @Override
            int apply(int a) {
                return a + 1;
            }
        };

        abstract int apply(int a);
    }

    enum Broken {
        ONE;

        static {
            if (ONE.ordinal() == 0) {
                throw new IllegalStateException("broken");
            }
        }
    }

    static final class NoConstructor {
        NoConstructor(int value) {}
    }

    static final class Elements extends HashSet<String> {
        private static final long serialVersionUID = 1;
    }

    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    final class Inner {}

    abstract static class Base<T> implements TupleSerializer<T> {
        @Override
        public void write(T value, DataOutput out) {}

        @Override
        public T read(DataInput in) {
            throw new UnsupportedOperationException();
        }
    }

    public static final class Some extends Base<Instant> {}

    public abstract static class Abstract extends Base<Date> {
        public Abstract() {}
    }

    public static final class Hidden extends Base<Object> {
        Hidden() {}
    }

    public static final class Refusing extends Base<Plain> {
        public Refusing() {
            throw new IllegalStateException("not today");
        }
    }
}
