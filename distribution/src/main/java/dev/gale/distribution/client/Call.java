package dev.gale.distribution.client;

import java.util.Map;

/**
 * A request, whoever it goes to.
 *
 * @param body empty: none
 * @param repeatable whether it may be sent again when nobody knows whether it was carried out
 */
record Call(
        String method, String path, byte[] body, String mediaType, Map<String, String> headers, boolean repeatable) {
    private static final String JSON = "application/json";

    static Call get(String path) {
        return new Call("GET", path, new byte[0], JSON, Map.of(), true);
    }

    static Call post(String path, byte[] json, boolean repeatable) {
        return new Call("POST", path, json, JSON, Map.of(), repeatable);
    }

    static Call put(String path, byte[] bytes) {
        return new Call("PUT", path, bytes, "application/octet-stream", Map.of(), true);
    }

    Call withHeader(String name, String value) {
        return new Call(method, path, body, mediaType, Map.of(name, value), repeatable);
    }
}
