package dev.gale.adapter.http;

import java.util.List;
import java.util.Map;

/**
 * What a route answers with.
 *
 * @param location of what was made; empty if nothing was
 */
record Reply(int status, Object body, String location) {
    static Reply ok(Object body) {
        return new Reply(200, body, "");
    }

    static Reply created(Object body, String location) {
        return new Reply(201, body, location);
    }

    /** A list is in an object, which can get more members one day. */
    static Reply items(List<?> items) {
        return ok(Map.of("items", items));
    }
}
