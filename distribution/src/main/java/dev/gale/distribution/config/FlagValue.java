package dev.gale.distribution.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** What stands behind {@code -c key=}, or in an environment variable: a number, true, false, a list or a map as in JSON, or else a text as it is. */
final class FlagValue {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private FlagValue() {}

    static Object parse(String text) {
        try {
            Object value = MAPPER.readValue(text, Object.class);
            return value == null ? text : value;
        } catch (JsonProcessingException e) {
            return text;
        }
    }
}
