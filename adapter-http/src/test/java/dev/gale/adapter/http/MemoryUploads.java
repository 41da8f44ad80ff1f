package dev.gale.adapter.http;

import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import dev.gale.control.UploadRequest;
import dev.gale.control.UploadStatus;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Uploads in memory. */
public final class MemoryUploads {
    private static final long LIMIT = 1 << 20;

    private final Map<String, UploadRequest> requests = new TreeMap<>();
    private final Map<String, ByteArrayOutputStream> received = new TreeMap<>();
    private final Set<String> finished = new HashSet<>();

    /** What was received under an id. */
    public synchronized byte[] content(String id) {
        return bytes(id).toByteArray();
    }

    /** As when another nimbus leads, which never heard of them. */
    public synchronized void forgetAll() {
        requests.clear();
        received.clear();
        finished.clear();
    }

    synchronized UploadStatus begin(UploadRequest request) {
        if (request.bytes() > LIMIT) {
            throw ControlException.tooLarge("A jar has at most " + LIMIT + " bytes", LIMIT);
        }
        String id = "upload-" + (requests.size() + 1);
        requests.put(id, request);
        received.put(id, new ByteArrayOutputStream());
        return status(id);
    }

    synchronized UploadStatus chunk(String id, long offset, byte[] chunk) {
        ByteArrayOutputStream bytes = bytes(id);
        if (offset != bytes.size()) {
            throw new ControlException(
                    Kind.CONFLICT, "Upload " + id + " goes on at " + bytes.size() + ", not at " + offset);
        }
        bytes.writeBytes(chunk);
        return status(id);
    }

    synchronized UploadStatus status(String id) {
        int size = bytes(id).size();
        UploadRequest request = requests.get(id);
        return new UploadStatus(id, request.bytes(), size, request.sha256(), finished.contains(id));
    }

    synchronized UploadStatus finish(String id) {
        byte[] bytes = bytes(id).toByteArray();
        UploadRequest request = requests.get(id);
        if (bytes.length < request.bytes()) {
            throw new ControlException(Kind.CONFLICT, "Upload " + id + " is not complete");
        }
        if (!digest(bytes).equals(request.sha256())) {
            requests.remove(id);
            received.remove(id);
            throw new ControlException(Kind.INVALID, "Upload " + id + " has another digest; send it again");
        }
        finished.add(id);
        return status(id);
    }

    synchronized void require(String id) {
        if (!finished.contains(id)) {
            throw new ControlException(Kind.NOT_FOUND, "There is no finished upload '" + id + "'");
        }
    }

    private ByteArrayOutputStream bytes(String id) {
        ByteArrayOutputStream bytes = received.get(id);
        if (bytes == null) {
            throw new ControlException(Kind.NOT_FOUND, "There is no upload '" + id + "'; begin one");
        }
        return bytes;
    }

    /** SHA-256, in hexadecimal digits. */
    public static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
