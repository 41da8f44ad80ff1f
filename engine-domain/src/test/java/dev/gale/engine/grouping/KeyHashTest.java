package dev.gale.engine.grouping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyHashTest {
    /** Of version 1. When one of these changes, so must {@link KeyHash#VERSION}. */
    private static final String GOLDEN = """
            null=952f14f1e8ddc491
            empty text=cd403cd3ba570589
            text=c52986d8b6bf333f
            text with hash code MIN_VALUE=d2d3199241bdec3d
            int=14eb560f4b847ad6
            most negative int=f2274990b6d46b92
            long=10301b3bb32855e
            double=e519c8fa6e09e031
            not a number=bcc6b6017ea20914
            true=56bd89a48bf533a
            false=c8d88de7c404b6b1
            character=a760056779e12552
            enum=cb562f0eaab9377a
            enum with bodies=3fbfd7a7c5301063
            byte[]=fb865e8b0f09cf8a
            short[]=828ecf50a5a98aa8
            int[]=828ecf50a5a98aa8
            long[]=828ecf50a5a98aa8
            char[]=bb7a8c6355b0f8ee
            boolean[]=afdbd9134872fcc7
            float[]=4db0ef68432ea82b
            double[]=4db0ef68432ea82b
            Object[]=57ce9564ceb8432f
            empty list=eb44accab455d165
            list=3f505fec253d0a7a
            set=abd59b5a203006d9
            map=437a527d5929e7eb
            BigInteger=62f5472474b9b851
            large BigInteger=47dc01b6a6fa2ee2
            BigDecimal=faf130848f19d6ac
            UUID=75ea2de884781059
            Instant=9cc2511cfad4f0a4
            LocalDate=45c2130a0abed1d
            LocalTime=2ad890972740ef67
            LocalDateTime=d69dc6d772d78fa4
            OffsetDateTime=461664cd4fc340fc
            OffsetTime=219a2a8a13b03d8a
            ZonedDateTime=1c0fac8cc9afe882
            ZoneId=5f6d4596d235f79d
            Duration=b60fe162ecd31859
            Period=a8b73bd276349b24
            Year=601fd9feb76ebed2
            YearMonth=e18e5990516779d6
            MonthDay=d749b1b3a0ebd6f7
            Date=59ca71d2caa12a12
            old date=6ea54ea2aa7dd378
            """;

    private enum Mood {
        GOOD {
            @Override
            public String toString() {
                return "anything";
            }
        },
        BAD
    }

    private record Person(String name) {}

    @Test
    void theHashesOfThisVersionNeverChange() {
        assertThat(KeyHash.VERSION).isEqualTo(1);
        assertThat(GoldenKeys.print()).isEqualTo(GOLDEN);
    }

    @Test
    void differentKeysHashDifferently() {
        Set<Long> hashes = new HashSet<>();
        GoldenKeys.all().values().forEach(key -> hashes.add(KeyHash.of(key)));

        // Arrays of equal numbers are alike: short[], int[] and long[], float[] and double[]. Nothing else is.
        assertThat(hashes).hasSize(GoldenKeys.all().size() - 3);
    }

    // O-05
    @Test
    void arraysHashByContentAtEveryDepth() {
        assertThat(KeyHash.of(new byte[] {1, 2})).isEqualTo(KeyHash.of(new byte[] {1, 2}));
        assertThat(KeyHash.of(List.of(new byte[] {1}))).isEqualTo(KeyHash.of(List.of(new byte[] {1})));
        assertThat(KeyHash.of(new Object[] {new int[] {1}, null}))
                .isEqualTo(KeyHash.of(new Object[] {new int[] {1}, null}));
        assertThat(KeyHash.of(Map.of("k", new long[] {1}))).isEqualTo(KeyHash.of(Map.of("k", new long[] {1})));
        assertThat(KeyHash.of(new byte[] {0})).isNotEqualTo(KeyHash.of(new byte[] {0, 0}));
        assertThat(KeyHash.of(new byte[0])).isNotEqualTo(KeyHash.of(new byte[] {0}));
    }

    @Test
    void wholeNumbersHashByValueWhateverTheirBox() {
        assertThat(List.of(KeyHash.of(7), KeyHash.of(7L), KeyHash.of((short) 7), KeyHash.of((byte) 7)))
                .containsOnly(KeyHash.of(7));
        assertThat(KeyHash.of(1.5f)).isEqualTo(KeyHash.of(1.5));
    }

    @Test
    void equalListsHashEquallyWhateverTheirClass() {
        List<Object> list = new ArrayList<>(Arrays.asList("a", null, 3));

        assertThat(KeyHash.of(new LinkedList<>(list)))
                .isEqualTo(KeyHash.of(list))
                .isEqualTo(KeyHash.of(Collections.unmodifiableList(list)));
        Collections.reverse(list);
        assertThat(KeyHash.of(list)).isNotEqualTo(KeyHash.of(Arrays.asList("a", null, 3)));
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void setsAndMapsHashTheSameInAnyOrder(long seed) {
        Random random = new Random(seed);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            names.add("n" + random.nextInt(1_000));
        }
        Set<String> ordered = new TreeSet<>(names);
        Map<String, Integer> orderedMap = new TreeMap<>();
        names.forEach(name -> orderedMap.put(name, name.length()));
        Collections.shuffle(names, random);
        Set<String> shuffled = new LinkedHashSet<>(names);
        Map<String, Integer> shuffledMap = new LinkedHashMap<>();
        names.forEach(name -> shuffledMap.put(name, name.length()));

        assertThat(KeyHash.of(shuffled)).isEqualTo(KeyHash.of(ordered)).isEqualTo(KeyHash.of(new HashSet<>(names)));
        assertThat(KeyHash.of(shuffledMap)).isEqualTo(KeyHash.of(orderedMap));
    }

    @Test
    void mapsTellWhichValueBelongsToWhichKey() {
        assertThat(KeyHash.of(Map.of("a", 1, "b", 2))).isNotEqualTo(KeyHash.of(Map.of("a", 2, "b", 1)));
    }

    @Test
    void enumsHashByDeclaringClassAndName() {
        assertThat(KeyHash.of(Mood.GOOD))
                .isEqualTo(KeyHash.of(Mood.valueOf("GOOD")))
                .isNotEqualTo(KeyHash.of(Mood.BAD));
        assertThat(KeyHash.of(TimeUnit.DAYS)).isNotEqualTo(KeyHash.of("DAYS"));
    }

    @Test
    void whatHasNoStableHashIsRefusedNamingItsClass() {
        for (Object key : List.of(
                new Object(), new StringBuilder("a"), new AtomicInteger(1), new Person("Ada"), Map.entry(1, 2))) {
            refused(key, key.getClass());
        }
        refused(List.of("a", List.of(new Object())), Object.class);
        refused(new Object[] {new Object()}, Object.class);
        refused(Set.of(new Object()), Object.class);
        refused(Map.of("a", new Object()), Object.class);
    }

    private static void refused(@Nullable Object key, Class<?> named) {
        assertThatIllegalArgumentException().isThrownBy(() -> KeyHash.of(key)).withMessageContaining(named.getName());
    }
}
