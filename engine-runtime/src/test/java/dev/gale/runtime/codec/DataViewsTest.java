package dev.gale.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.io.Input;
import dev.gale.api.Config;
import dev.gale.api.TupleSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Serializers see the formats that {@link DataOutput} and {@link DataInput} promise: those of the JDK's streams. */
class DataViewsTest {
    private static final String TEXT = "a\0ż\u20ac\ud83d\ude80\ud800\u007f\u0080\u07ff\u0800";

    static final class Box {
        private List<Object> content = new ArrayList<>();
    }

    public static final class BoxSerializer implements TupleSerializer<Box> {
        @Override
        public void write(Box value, DataOutput out) throws IOException {
            writeAll(out);
        }

        @Override
        public Box read(DataInput in) throws IOException {
            Box box = new Box();
            box.content = readAll(in);
            return box;
        }
    }

    private static void writeAll(DataOutput out) throws IOException {
        out.write(300);
        out.write(new byte[] {1, 2});
        out.write(new byte[] {1, 2, 3, 4}, 1, 2);
        out.writeBoolean(true);
        out.writeByte(-1);
        out.writeByte(200);
        out.writeShort(-2);
        out.writeShort(40_000);
        out.writeChar('\ud800');
        out.writeInt(0x12345678);
        out.writeLong(0x123456789ABCDEFL);
        out.writeFloat(1.5f);
        out.writeDouble(-2.5);
        out.writeUTF(TEXT);
        out.writeUTF("");
        out.writeBytes("one\r\ntwo\nthree\rfour");
        out.writeBytes("\n");
        out.writeChars("żó");
        out.writeInt(1);
    }

    private static List<Object> readAll(DataInput in) throws IOException {
        List<Object> all = new ArrayList<>();
        all.add(in.readUnsignedByte());
        byte[] bytes = new byte[4];
        in.readFully(bytes, 0, 3);
        in.readFully(bytes, 3, 1);
        for (byte each : bytes) {
            all.add(each);
        }
        all.addAll(List.of(in.readBoolean(), in.readByte(), in.readUnsignedByte()));
        all.addAll(List.of(in.readShort(), in.readUnsignedShort(), in.readChar(), in.readInt(), in.readLong()));
        all.addAll(List.of(in.readFloat(), in.readDouble(), in.readUTF(), in.readUTF()));
        all.addAll(List.of(in.readLine(), in.readLine(), in.readLine(), in.readLine()));
        byte[] chars = new byte[4];
        in.readFully(chars);
        all.add(Arrays.toString(chars));
        all.add(in.skipBytes(4));
        all.add(in.skipBytes(4));
        all.add(in.skipBytes(-4));
        return all;
    }

    @Test
    void writesAndReadsWhatTheStreamsOfTheJdkDo() throws IOException {
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        writeAll(new DataOutputStream(expected));
        List<Object> read = readAll(new DataInputStream(new ByteArrayInputStream(expected.toByteArray())));
        Config conf = new Config();
        conf.registerSerialization(Box.class, BoxSerializer.class);
        ValueCodec codec = new ValueCodec(Samples.registry(conf), 1000);

        byte[] encoded = Samples.encoded(codec, new Box());

        int envelope = 1 + 1 + 1 + 4; // arity, tag, id, length
        assertThat(Arrays.copyOfRange(encoded, envelope, encoded.length)).isEqualTo(expected.toByteArray());
        assertThat(((Box) codec.read(new Input(encoded))[0]).content).isEqualTo(read);
    }

    @Test
    void endsWhereTheValueEnds() {
        InputView view = new InputView().of(new Input(new byte[3]));

        assertThatThrownBy(view::readInt).isInstanceOf(EOFException.class);
        assertThatThrownBy(view::readLong).isInstanceOf(EOFException.class);
        assertThatThrownBy(() -> view.readFully(new byte[4])).isInstanceOf(EOFException.class);
        assertThat(view.skipBytes(10)).isEqualTo(3);
        assertThatThrownBy(view::readByte).isInstanceOf(EOFException.class);
        assertThatThrownBy(view::readUTF).isInstanceOf(EOFException.class);
    }

    @Test
    void aLineMayBeMissing() throws IOException {
        assertThat(new InputView().of(new Input(new byte[0])).readLine()).isNull();
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void refusesAStringThatWriteUtfCannotHold() {
        Encoder encoder = new Encoder(SerializationRegistry.empty(), new TupleSerializer[0], 1 << 20);
        OutputView view = new OutputView(encoder);

        assertThatThrownBy(() -> view.writeUTF("€".repeat(30_000)))
                .isInstanceOf(UTFDataFormatException.class)
                .hasMessageContaining("90000");
    }
}
