package dev.gale.adapter.http;

import dev.gale.adapter.http.Route.Method;
import dev.gale.adapter.http.Route.Parameter;
import dev.gale.control.Control;
import java.util.List;

/** For supervisors. */
final class CodeRoutes {
    private CodeRoutes() {}

    static List<Route> of(Control control) {
        return List.of(Route.of(
                        Method.GET,
                        "/api/v1/code/{topology}/{digest}/{file}",
                        Permission.OPERATE,
                        "code",
                        "Gives a piece of a file that the workers of a topology run; none at the end",
                        Route.one(200, byte[].class),
                        request -> control.code(
                                        request.path("topology"),
                                        request.path("digest"),
                                        request.path("file"),
                                        request.count("offset"))
                                .thenApply(Reply::ok))
                .with(new Parameter("query", "offset", true, long.class, "of the piece's first byte")));
    }
}
