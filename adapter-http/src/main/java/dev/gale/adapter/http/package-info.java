/**
 * The HTTP API: {@code /api/v1} over {@link dev.gale.control.Control}, in JSON. One table of routes holds what each takes, gives and
 * permits; the server, the checks and the OpenAPI document come from it. Errors are {@code application/problem+json} (RFC 9457) with types
 * that stay; what the API says never holds a stack trace of its own.
 *
 * <p>A file is uploaded in chunks: {@code POST /uploads} with its size and SHA-256 gives an id, {@code PUT /uploads/{id}/content?offset=n}
 * adds a chunk at the end of what was received, {@code GET /uploads/{id}} says how far that is, and {@code POST /uploads/{id}/finish}
 * checks the digest.
 */
@NullMarked
package dev.gale.adapter.http;

import org.jspecify.annotations.NullMarked;
