package dev.gale.distribution.client;

import dev.gale.control.Control;
import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import dev.gale.control.UploadRequest;
import dev.gale.control.UploadStatus;
import java.io.IOException;
import java.util.concurrent.CompletionStage;

/**
 * Uploads a file in chunks. When a chunk may have arrived or not, asks how far the upload is and goes on there; when nobody knows the
 * upload, as after a change of leader, begins anew, a few times.
 */
public final class CodeUpload {
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int MOST_SETBACKS = 5;

    /** Waits for a stage, and throws what it failed with. */
    public interface Patience {
        <T> T await(CompletionStage<T> stage);
    }

    /** Is told how far it is. */
    public interface Listener {
        void received(long bytes, long of);
    }

    private final Control control;
    private final Patience patience;
    private final Listener listener;

    private int chunkBytes = CHUNK_BYTES;
    private int setbacks;

    public CodeUpload(Control control, Patience patience, Listener listener) {
        this.control = control;
        this.patience = patience;
        this.listener = listener;
    }

    /** @return the id of the finished upload */
    public String send(Content content) throws IOException {
        UploadRequest request = new UploadRequest(content.bytes(), content.sha256());
        while (true) {
            UploadStatus begun = patience.await(control.beginUpload(request));
            try {
                sendFrom(begun, content);
                return patience.await(control.finishUpload(begun.id())).id();
            } catch (ControlException e) {
                if (e.kind() != Kind.NOT_FOUND || ++setbacks > MOST_SETBACKS) {
                    throw e;
                }
            }
        }
    }

    private void sendFrom(UploadStatus begun, Content content) throws IOException {
        UploadStatus status = begun;
        listener.received(status.receivedBytes(), status.bytes());
        while (status.receivedBytes() < status.bytes()) {
            byte[] chunk = content.read(status.receivedBytes(), chunkBytes);
            if (chunk.length == 0) {
                throw new IOException("The file became shorter while it was uploaded");
            }
            status = send(status, chunk);
            listener.received(status.receivedBytes(), status.bytes());
        }
    }

    private UploadStatus send(UploadStatus status, byte[] chunk) {
        try {
            return patience.await(control.uploadChunk(status.id(), status.receivedBytes(), chunk));
        } catch (ControlException e) {
            long limit = e.limitBytes().orElse(0);
            if (e.kind() == Kind.TOO_LARGE && limit > 0 && limit < chunkBytes) {
                chunkBytes = (int) limit;
                return status;
            }
            if (e.kind() != Kind.CONFLICT || ++setbacks > MOST_SETBACKS) {
                throw e;
            }
            return patience.await(control.uploadStatus(status.id()));
        }
    }
}
