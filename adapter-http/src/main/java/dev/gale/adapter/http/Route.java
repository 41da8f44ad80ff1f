package dev.gale.adapter.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A method on a path: all that the server, the checks and the document have to know of it.
 *
 * @param path with {@code {names}} for what varies
 * @param id a name that no other route has
 * @param summary a sentence for people
 * @param parameters beside those in the path
 * @param gives of a successful answer
 */
record Route(
        Method method,
        String path,
        Permission permission,
        String id,
        String summary,
        List<Parameter> parameters,
        Optional<Body> takes,
        Gives gives,
        Function<ApiRequest, CompletionStage<Reply>> call) {
    /** The methods that are used. */
    enum Method {
        GET,
        POST,
        PUT
    }

    /** @param in {@code query} or {@code header} */
    record Parameter(String in, String name, boolean required, Class<?> type, String description) {}

    /** @param type a record in JSON, or {@code byte[]} */
    record Body(Class<?> type, boolean required) {}

    /** @param list whether the body is an object with a list of {@code type} under {@code items} */
    record Gives(int status, Class<?> type, boolean list) {}

    static Route of(
            Method method,
            String path,
            Permission permission,
            String id,
            String summary,
            Gives gives,
            Function<ApiRequest, CompletionStage<Reply>> call) {
        return new Route(method, path, permission, id, summary, List.of(), Optional.empty(), gives, call);
    }

    Route with(Parameter parameter) {
        List<Parameter> more = new ArrayList<>(parameters);
        more.add(parameter);
        return new Route(method, path, permission, id, summary, more, takes, gives, call);
    }

    Route taking(Class<?> type, boolean required) {
        return new Route(
                method, path, permission, id, summary, parameters, Optional.of(new Body(type, required)), gives, call);
    }

    static Gives one(int status, Class<?> type) {
        return new Gives(status, type, false);
    }

    static Gives listOf(Class<?> type) {
        return new Gives(200, type, true);
    }
}
