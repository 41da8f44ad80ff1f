package dev.gale.adapter.http;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Makes values of bodies in JSON, and sentences of what is wrong with them. */
final class BodyReader {
    private static final Map<String, String> WANTED = new TreeMap<>(Map.of(
            "int", "a whole number",
            "long", "a whole number",
            "Integer", "a whole number",
            "Long", "a whole number",
            "OptionalInt", "a whole number",
            "OptionalLong", "a whole number",
            "Boolean", "true or false",
            "String", "a text",
            "Map", "an object"));

    private static final String NO_OBJECT = "it has to be one JSON object";

    private final ObjectMapper mapper;

    BodyReader(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    <T> T read(byte[] json, Class<T> type) {
        try {
            T value = mapper.readValue(json, type);
            if (value == null) {
                throw invalid(NO_OBJECT);
            }
            return value;
        } catch (UnrecognizedPropertyException e) {
            Collection<Object> known =
                    e.getKnownPropertyIds() == null ? Collections.emptyList() : e.getKnownPropertyIds();
            throw invalid("there is no field '" + path(e) + "'; there are "
                    + known.stream().map(String::valueOf).sorted().collect(Collectors.joining(", ")));
        } catch (ValueInstantiationException e) {
            Throwable cause = e.getCause();
            throw invalid(cause == null ? "its values do not fit each other" : String.valueOf(cause.getMessage()));
        } catch (MismatchedInputException e) {
            throw invalid(mismatch(e));
        } catch (JacksonException e) {
            throw invalid("it is not JSON: " + e.getOriginalMessage().replaceFirst(" \\(start marker at .*", ""));
        } catch (IOException e) {
            throw invalid("it cannot be read");
        }
    }

    private static String mismatch(MismatchedInputException e) {
        String path = path(e);
        if (path.isEmpty()) {
            return NO_OBJECT;
        }
        Class<?> target = e.getTargetType();
        String wanted =
                target == null ? null : WANTED.get(target.getSimpleName().replaceFirst("^Linked.*", "Map"));
        return String.valueOf(e.getOriginalMessage()).startsWith("Null value")
                        || String.valueOf(e.getOriginalMessage()).contains("Cannot map `null`")
                ? "field '" + path + "' is missing"
                : "field '" + path + "' has to be " + (wanted == null ? "something else" : wanted);
    }

    private static String path(JsonMappingException e) {
        return e.getPath().stream()
                .map(it -> it.getFieldName() == null ? String.valueOf(it.getIndex()) : it.getFieldName())
                .collect(Collectors.joining("."));
    }

    private static ProblemException invalid(String what) {
        return new ProblemException(ProblemKind.INVALID, "The body does not fit: " + what);
    }
}
