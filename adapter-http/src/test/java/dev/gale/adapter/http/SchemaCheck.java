package dev.gale.adapter.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Says where a JSON differs from its schema, as far as the document uses schemas; a field that no schema knows differs as well. */
final class SchemaCheck {
    private final JsonNode document;
    private final List<String> differences = new ArrayList<>();

    SchemaCheck(JsonNode document) {
        this.document = document;
    }

    List<String> differences(JsonNode schema, JsonNode json) {
        check("$", schema, json);
        return differences;
    }

    private void check(String place, JsonNode schema, JsonNode json) {
        if (schema.has("$ref")) {
            check(place, document.at(schema.get("$ref").asText().substring(1)), json);
            return;
        }
        if (schema.isObject() && schema.isEmpty()) {
            return;
        }
        if (schema.isMissingNode()) {
            differences.add(place + " has no schema");
            return;
        }
        String type = schema.path("type").asText();
        boolean fits = switch (type) {
            case "object" -> json.isObject();
            case "array" -> json.isArray();
            case "string" -> json.isTextual();
            case "integer" -> json.isIntegralNumber();
            case "number" -> json.isNumber();
            case "boolean" -> json.isBoolean();
            default -> !json.isMissingNode();
        };
        if (!fits) {
            differences.add(place + " is no " + type + ": " + json);
        }
        if (schema.has("enum") && !schema.get("enum").toString().contains(json.toString())) {
            differences.add(place + " is none of " + schema.get("enum") + ": " + json);
        }
        schema.path("required").forEach(name -> {
            if (!json.has(name.asText())) {
                differences.add(place + " lacks " + name.asText());
            }
        });
        JsonNode properties = schema.path("properties");
        json.properties().forEach(field -> {
            JsonNode of = properties.has(field.getKey())
                    ? properties.get(field.getKey())
                    : schema.path("additionalProperties");
            if (schema.has("properties") || schema.has("additionalProperties")) {
                check(place + "." + field.getKey(), of, field.getValue());
            }
        });
        if (json.isArray()) {
            json.forEach(item -> check(place + "[]", schema.path("items"), item));
        }
    }
}
