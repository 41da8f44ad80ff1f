package dev.gale.control;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A topology to start.
 *
 * @param conf its own config; values as JSON has them: maps, lists, texts, numbers, booleans
 * @param jarUpload the finished upload of its jar
 * @param codeUpload the finished upload of its structure and components, {@code stormcode.ser}, as whoever submits has made it
 * @param idempotencyKey by which a repetition of this submit is recognized; empty: none is
 * @param active whether its spouts are asked for tuples at once
 */
public record SubmitRequest(
        String name,
        Map<String, Object> conf,
        String jarUpload,
        String codeUpload,
        String idempotencyKey,
        boolean active) {
    public SubmitRequest {
        conf = Collections.unmodifiableMap(new LinkedHashMap<>(conf));
    }
}
