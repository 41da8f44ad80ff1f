package dev.gale.adapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import io.etcd.jetcd.api.KeyValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeTest {
    private static final Key KEY = Key.of("/a");

    @ParameterizedTest
    @ValueSource(ints = {1, 36, Commit.MAX_REQUEST_ID_LENGTH})
    void valueAndRequestComeBack(int idLength) {
        String requestId = "r".repeat(idLength);
        for (Bytes value : new Bytes[] {Bytes.empty(), Bytes.utf8("value"), Bytes.of(new byte[1000])}) {
            assertThat(Envelope.decode(KEY, state(Envelope.encode(requestId, value))))
                    .isEqualTo(new Versioned(KEY, new Version("1000000ff"), requestId, value));
        }
    }

    @Test
    void theFormatIsAsWritten() {
        assertThat(Envelope.encode("id", Bytes.of((byte) 7)).toByteArray()).containsExactly('G', 1, 2, 'i', 'd', 7);
    }

    @Test
    void aVersionNamesItsRevision() {
        assertThat(Envelope.revision(Envelope.version(0x1234L))).isEqualTo(0x1234L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "0", "-1", "00ff", "FF", "123456789012345678901"})
    void aVersionOfAnotherStoreNamesNoRevisionThatAKeyHas(String token) {
        assertThat(Envelope.revision(new Version(token))).isNegative();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "G", "something else", "G\1\0value", "G\2\2idvalue", "G\1\5id"})
    void whatOthersWroteIsRefusedByName(String data) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> Envelope.decode(KEY, state(ByteString.copyFromUtf8(data))))
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                .withMessageContaining("/a holds");
    }

    private static KeyValue state(ByteString data) {
        return KeyValue.newBuilder()
                .setValue(data)
                .setModRevision(0x1_0000_00ffL)
                .build();
    }
}
