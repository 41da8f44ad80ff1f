package dev.gale.adapter.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The routes as an OpenAPI 3.1 document. */
final class OpenApi {
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");
    private static final String JSON = "application/json";

    private final Schemas schemas = new Schemas();

    private OpenApi() {}

    static Map<String, Object> of(List<Route> routes) {
        return new OpenApi().document(routes);
    }

    private Map<String, Object> document(List<Route> routes) {
        Map<String, Map<String, Object>> paths = new TreeMap<>();
        for (Route route : routes) {
            paths.computeIfAbsent(route.path(), path -> new LinkedHashMap<>())
                    .put(route.method().name().toLowerCase(Locale.ROOT), operation(route));
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("openapi", "3.1.0");
        document.put(
                "info",
                Map.of(
                        "title",
                        "Gale",
                        "version",
                        "1",
                        "description",
                        "What is asked of a cluster. Names of numbers carry their units; problems are application/problem+json with types"
                                + " that stay."));
        document.put("paths", paths);
        document.put(
                "components",
                Map.of(
                        "schemas",
                        schemas.named(),
                        "securitySchemes",
                        Map.of("token", Map.of("type", "http", "scheme", "bearer"))));
        return document;
    }

    private Map<String, Object> operation(Route route) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("operationId", route.id());
        operation.put("summary", route.summary());
        operation.put("x-permission", route.permission().name());
        operation.put(
                "security", route.permission() == Permission.PUBLIC ? List.of() : List.of(Map.of("token", List.of())));
        List<Object> parameters = new ArrayList<>();
        VARIABLE.matcher(route.path())
                .results()
                .forEach(it -> parameters.add(
                        parameter("path", it.group(1), true, Schemas.type("string"), "of what is meant")));
        route.parameters()
                .forEach(it -> parameters.add(
                        parameter(it.in(), it.name(), it.required(), schemas.of(it.type()), it.description())));
        operation.put("parameters", parameters);
        route.takes().ifPresent(body -> operation.put("requestBody", body(body)));
        Map<String, Object> responses = new LinkedHashMap<>();
        responses.put(String.valueOf(route.gives().status()), response(route));
        responses.put(
                "default",
                Map.of(
                        "description",
                        "A problem",
                        "content",
                        Map.of(Problem.MEDIA_TYPE, Map.of("schema", schemas.of(Problem.class)))));
        operation.put("responses", responses);
        return operation;
    }

    private Map<String, Object> body(Route.Body body) {
        Map<String, Object> content = body.type() == byte[].class
                ? Map.of("application/octet-stream", Map.of())
                : Map.of(JSON, Map.of("schema", schemas.of(body.type())));
        return Map.of("required", body.required(), "content", content);
    }

    private Map<String, Object> response(Route route) {
        if (route.gives().type() == byte[].class) {
            return Map.of("description", "As asked", "content", Map.of("application/octet-stream", Map.of()));
        }
        Map<String, Object> schema = route.gives().type() == Map.class
                ? Schemas.type("object")
                : route.gives().list()
                        ? Map.of(
                                "type",
                                "object",
                                "required",
                                List.of("items"),
                                "properties",
                                Map.of("items", schemas.listOf(route.gives().type())))
                        : schemas.of(route.gives().type());
        return Map.of("description", "As asked", "content", Map.of(JSON, Map.of("schema", schema)));
    }

    private static Map<String, Object> parameter(
            String in, String name, boolean required, Map<String, Object> schema, String description) {
        Map<String, Object> parameter = new LinkedHashMap<>();
        parameter.put("in", in);
        parameter.put("name", name);
        parameter.put("required", required);
        parameter.put("description", description);
        parameter.put("schema", schema);
        return parameter;
    }
}
