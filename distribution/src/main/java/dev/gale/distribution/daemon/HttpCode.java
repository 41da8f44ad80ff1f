package dev.gale.distribution.daemon;

import dev.gale.control.Control;
import dev.gale.runtime.code.CodeFile;
import dev.gale.runtime.code.CodeSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/** The code of topologies at one nimbus, piece by piece through its API. */
final class HttpCode implements CodeSource {
    private final Control nimbus;
    private final String address;
    private final Consumer<CodeSource> answered;

    /**
     * @param address for people
     * @param answered is told this source whenever it gives a piece
     */
    HttpCode(Control nimbus, String address, Consumer<CodeSource> answered) {
        this.nimbus = nimbus;
        this.address = address;
        this.answered = answered;
    }

    @Override
    public InputStream open(String topology, String digest, CodeFile file) throws IOException {
        Pieces pieces = new Pieces(topology, digest, file);
        pieces.fetch();
        return pieces;
    }

    @Override
    public String toString() {
        return "nimbus at " + address;
    }

    private final class Pieces extends InputStream {
        private final String topology;
        private final String digest;
        private final CodeFile file;
        private byte[] piece = new byte[0];
        private int position;
        private long offset;

        Pieces(String topology, String digest, CodeFile file) {
            this.topology = topology;
            this.digest = digest;
            this.file = file;
        }

        void fetch() throws IOException {
            try {
                piece = nimbus.code(topology, digest, file.fileName(), offset)
                        .toCompletableFuture()
                        .get();
                answered.accept(HttpCode.this);
                position = 0;
                offset += piece.length;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted");
            } catch (ExecutionException e) {
                throw new IOException(HttpCode.this + ": " + e.getMessage(), e);
            }
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int start, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (position == piece.length) {
                if (piece.length == 0) {
                    return -1;
                }
                fetch();
                if (piece.length == 0) {
                    return -1;
                }
            }
            int count = Math.min(length, piece.length - position);
            System.arraycopy(piece, position, into, start, count);
            position += count;
            return count;
        }
    }
}
