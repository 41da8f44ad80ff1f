package dev.gale.adapter.http;

import dev.gale.adapter.http.Route.Method;
import dev.gale.control.ConfigValue;
import dev.gale.control.Control;
import dev.gale.control.NimbusSummary;
import dev.gale.control.SupervisorSummary;
import java.util.List;

/** What there is beside topologies. */
final class ClusterRoutes {
    private ClusterRoutes() {}

    static List<Route> of(Control control) {
        return List.of(
                Route.of(
                        Method.GET,
                        "/api/v1/supervisors",
                        Permission.READ,
                        "supervisors",
                        "Lists supervisors and their slots",
                        Route.listOf(SupervisorSummary.class),
                        request -> control.supervisors().thenApply(Reply::items)),
                Route.of(
                        Method.GET,
                        "/api/v1/nimbuses",
                        Permission.READ,
                        "nimbuses",
                        "Says which nimbus leads",
                        Route.listOf(NimbusSummary.class),
                        request -> control.nimbuses().thenApply(Reply::items)),
                Route.of(
                        Method.GET,
                        "/api/v1/config",
                        Permission.READ,
                        "config",
                        "Lists the configuration of this nimbus, with secrets hidden",
                        Route.listOf(ConfigValue.class),
                        request -> control.config().thenApply(Reply::items)));
    }
}
