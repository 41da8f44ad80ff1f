package dev.gale.adapter.http;

import dev.gale.adapter.http.Route.Method;
import dev.gale.control.Control;
import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import dev.gale.control.NimbusSummary;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** For those who watch processes. */
final class HealthRoutes {
    /** @param status {@code ok}; what is not, answers with a problem */
    record Health(String status) {
        static final Health OK = new Health("ok");
    }

    private HealthRoutes() {}

    static List<Route> of(Control control) {
        return List.of(
                Route.of(
                        Method.GET,
                        "/livez",
                        Permission.PUBLIC,
                        "live",
                        "Says that this process answers",
                        Route.one(200, Health.class),
                        request -> CompletableFuture.completedFuture(Reply.ok(Health.OK))),
                Route.of(
                        Method.GET,
                        "/readyz",
                        Permission.PUBLIC,
                        "ready",
                        "Says that some nimbus leads, and the metadata store answers",
                        Route.one(200, Health.class),
                        request -> control.nimbuses().thenApply(nimbuses -> {
                            if (nimbuses.stream().noneMatch(NimbusSummary::leading)) {
                                throw new ControlException(Kind.UNAVAILABLE, "No nimbus leads");
                            }
                            return Reply.ok(Health.OK);
                        })));
    }
}
