package dev.gale.distribution.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** Bytes that are uploaded, read piece by piece. */
public interface Content {
    long bytes();

    /** In 64 hexadecimal digits. */
    String sha256() throws IOException;

    /** As many as are there, at most {@code most}. */
    byte[] read(long offset, int most) throws IOException;

    static Content of(byte[] bytes) {
        return new Content() {
            @Override
            public long bytes() {
                return bytes.length;
            }

            @Override
            public String sha256() {
                return HexFormat.of().formatHex(digest().digest(bytes));
            }

            @Override
            public byte[] read(long offset, int most) {
                return Arrays.copyOfRange(bytes, (int) offset, (int) Math.min(bytes.length, offset + most));
            }
        };
    }

    static Content of(Path file) throws IOException {
        long size = Files.size(file);
        return new Content() {
            @Override
            public long bytes() {
                return size;
            }

            @Override
            public String sha256() throws IOException {
                MessageDigest digest = digest();
                byte[] buffer = new byte[1 << 16];
                try (InputStream in = Files.newInputStream(file)) {
                    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                        digest.update(buffer, 0, read);
                    }
                }
                return HexFormat.of().formatHex(digest.digest());
            }

            @Override
            public byte[] read(long offset, int most) throws IOException {
                ByteBuffer buffer = ByteBuffer.allocate(most);
                try (SeekableByteChannel channel = Files.newByteChannel(file)) {
                    channel.position(offset);
                    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
                }
                return Arrays.copyOf(buffer.array(), buffer.position());
            }
        };
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
