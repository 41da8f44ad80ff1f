package dev.gale.distribution.daemon;

import dev.gale.runtime.code.CodeFile;
import dev.gale.runtime.config.HostPort;
import dev.gale.runtime.config.Secret;
import dev.gale.runtime.supervisor.CodeSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.SequenceInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Enumeration;
import java.util.NoSuchElementException;
import java.util.Optional;

/** The code of topologies at a nimbus, piece by piece through its API. */
final class HttpCode implements CodeSource {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int OK = 200;

    private final HttpClient client;
    private final URI api;
    private final Optional<Secret> token;

    /** @param tls whether that nimbus serves its API over TLS */
    HttpCode(HttpClient client, HostPort nimbus, boolean tls, Optional<Secret> token) {
        this.client = client;
        this.token = token;
        api = URI.create((tls ? "https://" : "http://") + nimbus);
    }

    @Override
    public InputStream open(String topology, String digest, CodeFile file) throws IOException {
        Pieces pieces = new Pieces(api.resolve("/api/v1/code/" + topology + "/" + digest + "/" + file.fileName()));
        pieces.fetch();
        return new SequenceInputStream(pieces) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                try {
                    return super.read(into, offset, length);
                } catch (PieceException e) {
                    throw new IOException(e.getMessage(), e);
                }
            }
        };
    }

    @Override
    public String toString() {
        return "nimbus at " + api.getAuthority();
    }

    /** Carries a failure out of an enumeration, which cannot throw it. */
    private static final class PieceException extends RuntimeException {
        private static final long serialVersionUID = 1;

        PieceException(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /** One piece ahead, so that a nimbus that has nothing says so before anything is read. */
    private final class Pieces implements Enumeration<InputStream> {
        private final URI file;
        private byte[] next = new byte[0];
        private long offset;

        Pieces(URI file) {
            this.file = file;
        }

        void fetch() throws IOException {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(file + "?offset=" + offset))
                    .timeout(PATIENCE);
            token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret.reveal()));
            try {
                HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
                if (answer.statusCode() != OK) {
                    throw new IOException(HttpCode.this + " answers " + answer.statusCode() + " to " + file.getPath());
                }
                next = answer.body();
                offset += next.length;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted");
            }
        }

        @Override
        public boolean hasMoreElements() {
            return next.length > 0;
        }

        @Override
        public InputStream nextElement() {
            if (next.length == 0) {
                throw new NoSuchElementException();
            }
            InputStream piece = new ByteArrayInputStream(next);
            try {
                fetch();
            } catch (IOException e) {
                throw new PieceException(e);
            }
            return piece;
        }
    }
}
