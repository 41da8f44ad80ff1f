package dev.gale.adapter.http;

import dev.gale.adapter.http.Route.Method;
import dev.gale.control.Control;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The table of all routes. */
final class Routes {
    private Routes() {}

    static List<Route> of(Control control) {
        List<Route> routes = new ArrayList<>();
        routes.addAll(UploadRoutes.of(control));
        routes.addAll(TopologyRoutes.of(control));
        routes.addAll(ClusterRoutes.of(control));
        routes.addAll(CodeRoutes.of(control));
        routes.addAll(HealthRoutes.of(control));
        routes.add(document(routes));
        return List.copyOf(routes);
    }

    /** The document tells of itself as well. */
    private static Route document(List<Route> others) {
        List<Route> all = new ArrayList<>(others);
        all.add(document(Map.of()));
        return document(OpenApi.of(all));
    }

    private static Route document(Map<String, Object> document) {
        return Route.of(
                Method.GET,
                "/api/v1/openapi.json",
                Permission.READ,
                "openapi",
                "Gives this document",
                Route.one(200, Map.class),
                request -> CompletableFuture.completedFuture(Reply.ok(document)));
    }
}
