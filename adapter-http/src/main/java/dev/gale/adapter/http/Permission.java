package dev.gale.adapter.http;

/** What a route asks of who calls it. */
enum Permission {
    /** Nothing: whether this process lives is no secret. */
    PUBLIC,
    /** To see everything but secrets. */
    READ,
    /** To change everything. */
    OPERATE
}
