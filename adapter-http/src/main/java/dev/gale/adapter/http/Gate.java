package dev.gale.adapter.http;

import io.javalin.http.Context;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * What every request passes before anything else looks at it: it gets an id, its answer gets the headers that keep browsers from
 * misusing it, and an address that has too many requests under way gets no further.
 */
final class Gate extends Handler.Wrapper {
    private static final String ID = "gale.request";
    private static final String NO_ID = "none";

    private final int unfinishedLimit;
    private final ProblemWriter problems;
    private final SecureRandom random = new SecureRandom();

    /** Only addresses that have requests under way; no more than there are connections. */
    private final Map<InetAddress, Integer> unfinished = new ConcurrentHashMap<>();

    Gate(int unfinishedLimit, ProblemWriter problems) {
        this.unfinishedLimit = unfinishedLimit;
        this.problems = problems;
    }

    static String requestId(Context context) {
        String id = context.attribute(ID);
        return id == null ? NO_ID : id;
    }

    static String requestId(Request request) {
        return request.getAttribute(ID) instanceof String id ? id : NO_ID;
    }

    /** Addresses that have requests under way. */
    int addresses() {
        return unfinished.size();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        byte[] bytes = new byte[8];
        random.nextBytes(bytes);
        String id = HexFormat.of().formatHex(bytes);
        request.setAttribute(ID, id);
        response.getHeaders().put("X-Request-Id", id);
        addHeaders(response.getHeaders());
        if (request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress remote) {
            InetAddress address = remote.getAddress();
            if (unfinished.merge(address, 1, Integer::sum) > unfinishedLimit) {
                leave(address);
                refuse(request, response, callback);
                return true;
            }
            Request.addCompletionListener(request, failure -> leave(address));
        }
        return super.handle(request, response, callback);
    }

    static void addHeaders(HttpFields.Mutable headers) {
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("X-Frame-Options", "DENY");
        headers.put("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("Cache-Control", "no-store");
    }

    private void leave(InetAddress address) {
        unfinished.computeIfPresent(address, (same, count) -> count == 1 ? null : count - 1);
    }

    private void refuse(Request request, Response response, Callback callback) {
        Problem problem = Problem.of(
                ProblemKind.TOO_MANY_REQUESTS,
                "There are " + unfinishedLimit + " requests from this address under way; wait for their answers",
                requestId(request));
        response.setStatus(problem.status());
        response.getHeaders().put("Retry-After", "1");
        response.getHeaders().put("Content-Type", Problem.MEDIA_TYPE);
        response.write(true, ByteBuffer.wrap(problems.bytes(problem)), callback);
    }
}
