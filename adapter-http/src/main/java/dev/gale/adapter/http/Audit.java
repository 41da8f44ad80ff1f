package dev.gale.adapter.http;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A line for each request that changes something, and for each that was refused for who sent it. */
final class Audit {
    private static final Logger LOG = LoggerFactory.getLogger("dev.gale.audit");

    private Audit() {}

    /** Whether there has to be a line. */
    static boolean isKept(String method, int status) {
        boolean changes = !method.equals("GET") && !method.equals("HEAD");
        return changes || status == 401 || status == 403;
    }

    static void log(String requestId, Caller caller, String address, String method, String path, int status) {
        if (isKept(method, status)) {
            LOG.info(
                    "request={} caller={} address={} method={} path={} status={}",
                    requestId,
                    caller,
                    address,
                    plain(method),
                    plain(path),
                    status);
        }
    }

    /** Nothing that a caller sends can begin a line of its own. */
    static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        for (char letter : text.substring(0, Math.min(text.length(), 300)).toCharArray()) {
            plain.append(letter > ' ' && letter < 127 ? letter : '?');
        }
        return plain.toString();
    }
}
