package dev.gale.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FingerprintTest {
    private final ValueCodec codec = Samples.codec();
    private final Fingerprint fingerprint = new Fingerprint(codec);

    private long of(@Nullable Object... values) {
        return fingerprint.of(values);
    }

    @Test
    void equalValuesHaveEqualFingerprints() {
        for (long seed = 0; seed < 1_000; seed++) {
            assertThat(fingerprint.of(Samples.randomTuple(new SplittableRandom(seed))))
                    .as("seed %d", seed)
                    .isEqualTo(new Fingerprint(Samples.codec()).of(Samples.randomTuple(new SplittableRandom(seed))));
        }
    }

    @Test
    void everyChangeShows() {
        List<Object> list = new ArrayList<>(List.of(1, 2));
        Map<String, Object> map = new HashMap<>(Map.of("a", list, "b", 2));
        byte[] bytes = new byte[100];
        Set<Long> seen = new HashSet<>();

        seen.add(of(map, bytes));
        list.add(3);
        seen.add(of(map, bytes));
        map.put("c", null);
        seen.add(of(map, bytes));
        map.remove("b");
        seen.add(of(map, bytes));
        bytes[57] = 1;
        seen.add(of(map, bytes));
        list.clear();
        seen.add(of(map, bytes));

        assertThat(seen).hasSize(6);
    }

    @Test
    void everyByteOfAnArrayCounts() {
        Set<Long> seen = new HashSet<>();
        for (int length = 0; length < 40; length++) {
            byte[] bytes = new byte[length];
            seen.add(of((Object) bytes));
            for (int i = 0; i < length; i++) {
                for (int bit = 0; bit < 8; bit++) {
                    bytes[i] = (byte) (1 << bit);
                    seen.add(of((Object) bytes));
                }
                bytes[i] = 0;
            }
        }
        assertThat(seen).hasSize(40 + 8 * 39 * 40 / 2);
    }

    @Test
    void theOrderOfAHashMapOrSetDoesNotCount() {
        Map<Object, Object> forwards = new HashMap<>(4);
        Map<Object, Object> backwards = new HashMap<>(4096);
        Set<Object> few = new HashSet<>(4);
        Set<Object> many = new HashSet<>(4096);
        for (int i = 0; i < 1000; i++) {
            forwards.put("key" + i, Map.of(i, Set.of(i, -i - 1)));
            few.add(i * 1_000_003);
        }
        for (int i = 999; i >= 0; i--) {
            backwards.put("key" + i, Map.of(i, Set.of(i, -i - 1)));
            many.add(i * 1_000_003);
        }
        assertThat(forwards.keySet().toArray()).isNotEqualTo(backwards.keySet().toArray());
        assertThat(few.toArray()).isNotEqualTo(many.toArray());

        assertThat(of(forwards, few)).isEqualTo(of(backwards, many));
        backwards.put("key7", "changed");
        assertThat(of(forwards, few)).isNotEqualTo(of(backwards, many));
    }

    @Test
    void swappedValuesOfAHashMapCount() {
        assertThat(of(new HashMap<>(Map.of("a", 1, "b", 2)))).isNotEqualTo(of(new HashMap<>(Map.of("a", 2, "b", 1))));
        assertThat(of(Map.of("a", Map.of("x", 1), "b", Map.of("y", 1))))
                .isNotEqualTo(of(Map.of("a", Map.of("y", 1), "b", Map.of("x", 1))));
    }

    @Test
    void theOrderOfALinkedMapCounts() {
        Map<String, Integer> map = new LinkedHashMap<>();
        map.put("a", 1);
        map.put("b", 2);
        long before = of(map);
        map.put("a", map.remove("a"));

        assertThat(of(map)).isNotEqualTo(before);
        assertThat(of(new TreeMap<>(map))).isEqualTo(of(new TreeMap<>(map)));
    }

    @Test
    void refusesWhatTheCodecRefuses() {
        assertThatThrownBy(() -> of(Map.of("k", new Samples.NotRegistered())))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("NotRegistered");

        Fingerprint small = new Fingerprint(new ValueCodec(SerializationRegistry.empty(), 100));
        Map<Integer, Integer> map = new HashMap<>();
        for (int i = 0; i < 30; i++) {
            map.put(i, i);
        }
        assertThatThrownBy(() -> small.of(new Object[] {map}))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("makes the tuple too large");
        assertThat(small.of(new Object[] {1})).isEqualTo(small.of(new Object[] {1}));
    }

    @Test
    void worksForTuplesOfAnySize() {
        byte[] large = new byte[Samples.MAX_BYTES - 100];
        long before = of((Object) large);
        large[large.length - 1] = 1;

        assertThat(of((Object) large)).isNotEqualTo(before);
        assertThat(of("small")).isEqualTo(of("small"));
    }

    @Test
    void theCodecStillWritesAfterwards() {
        of(Map.of("a", 1));

        assertThat(Samples.roundTrip(codec, Map.of("a", 1))).containsExactly(Map.of("a", 1));
    }
}
