package dev.gale.adapter.http;

import java.util.Map;
import java.util.Optional;

/**
 * The body of a submit.
 *
 * @param conf the topology's own config
 * @param jarUpload the finished upload of its jar
 * @param codeUpload the finished upload of its structure and components
 * @param active whether its spouts are asked for tuples at once; true if it is left out
 */
record SubmitBody(
        String name,
        Optional<Map<String, Object>> conf,
        String jarUpload,
        String codeUpload,
        Optional<Boolean> active) {}
