package dev.gale.adapter.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.nio.charset.StandardCharsets;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeTest {
    private static final Key KEY = Key.of("/a");

    private final Stat stat = new Stat();

    EnvelopeTest() {
        stat.setMzxid(0x1_0000_00ffL);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 36, Commit.MAX_REQUEST_ID_LENGTH})
    void valueAndRequestComeBack(int idLength) {
        String requestId = "r".repeat(idLength);
        for (Bytes value : new Bytes[] {Bytes.empty(), Bytes.utf8("value"), Bytes.of(new byte[1000])}) {
            byte[] data = Envelope.encode(requestId, value);

            assertThat(Envelope.decode(KEY, data, stat))
                    .contains(new Versioned(KEY, new Version("1000000ff"), requestId, value));
            assertThat(Envelope.isParent(data.length)).isFalse();
        }
    }

    @Test
    void theFormatIsAsWritten() {
        assertThat(Envelope.encode("id", Bytes.of((byte) 7))).containsExactly('G', 1, 2, 'i', 'd', 7);
        assertThat(Envelope.parent()).containsExactly('G', 1, 0);
    }

    @Test
    void aParentIsNoKey() {
        assertThat(Envelope.decode(KEY, Envelope.parent(), stat)).isEmpty();
        assertThat(Envelope.isOwnParent(Envelope.parent().length)).isTrue();
    }

    @Test
    void aNodeWithoutDataIsNoKeyAndNotOurs() {
        assertThat(Envelope.decode(KEY, new byte[0], stat)).isEmpty();
        assertThat(Envelope.isOwnParent(0)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"something else", "G\1\0value", "G\2\2idvalue", "G\1\5id"})
    void whatOthersWroteIsRefusedByName(String data) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> Envelope.decode(KEY, data.getBytes(StandardCharsets.US_ASCII), stat))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                .withMessageContaining("/a holds");
    }
}
