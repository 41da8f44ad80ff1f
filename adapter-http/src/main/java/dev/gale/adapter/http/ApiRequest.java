package dev.gale.adapter.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** A request to a route, with what the route reads of it. */
final class ApiRequest {
    private static final Pattern KEY = Pattern.compile("[!-~]{1,255}");
    private static final String JSON = "application/json";
    private static final String BYTES = "application/octet-stream";

    private final Context context;
    private final BodyReader reader;
    private final HttpSettings.Limits limits;

    ApiRequest(Context context, BodyReader reader, HttpSettings.Limits limits) {
        this.context = context;
        this.reader = reader;
        this.limits = limits;
    }

    String path(String name) {
        return context.pathParam(name);
    }

    Optional<String> query(String name) {
        return Optional.ofNullable(context.queryParam(name));
    }

    /** A number of 0 or more that has to be there. */
    long count(String name) {
        String text = context.queryParam(name);
        try {
            long value = Long.parseLong(text == null ? "" : text);
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below, as a negative one is.
        }
        throw new ProblemException(
                ProblemKind.INVALID, "Query parameter '" + name + "' has to be a whole number of 0 or more");
    }

    /** Empty if there is none. */
    String idempotencyKey() {
        String key = context.header("Idempotency-Key");
        if (key != null && !KEY.matcher(key).matches()) {
            throw new ProblemException(
                    ProblemKind.INVALID, "An Idempotency-Key has 1 to 255 visible letters of ASCII, without blanks");
        }
        return key == null ? "" : key;
    }

    <T> T body(Class<T> type) {
        return reader.read(bytes(JSON, "A body in JSON", limits.bodyBytes()), type);
    }

    /** @param otherwise what stands for an empty body */
    <T> T body(Class<T> type, T otherwise) {
        if (context.contentType() == null
                && context.header("Transfer-Encoding") == null
                && context.contentLength() <= 0) {
            return otherwise;
        }
        byte[] body = bytes(JSON, "A body in JSON", limits.bodyBytes());
        return body.length == 0 ? otherwise : reader.read(body, type);
    }

    byte[] chunk() {
        return bytes(BYTES, "A chunk", limits.chunkBytes());
    }

    private byte[] bytes(String mediaType, String what, int limit) {
        String given = context.contentType();
        String bare = given == null ? "" : given.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!bare.equals(mediaType)) {
            throw new ProblemException(
                    ProblemKind.UNSUPPORTED_MEDIA_TYPE,
                    "The body has to be " + mediaType + (bare.isEmpty() ? "; Content-Type is missing" : ""));
        }
        if (context.contentLength() > limit) {
            throw ProblemException.tooLarge(what, limit);
        }
        try {
            InputStream body = context.bodyInputStream();
            byte[] bytes = body.readNBytes(limit + 1);
            if (bytes.length > limit) {
                throw ProblemException.tooLarge(what, limit);
            }
            return bytes;
        } catch (IOException e) {
            throw new ProblemException(ProblemKind.TIMED_OUT, "The body did not arrive in full");
        }
    }
}
