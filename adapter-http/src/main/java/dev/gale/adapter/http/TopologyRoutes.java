package dev.gale.adapter.http;

import dev.gale.adapter.http.Route.Method;
import dev.gale.adapter.http.Route.Parameter;
import dev.gale.control.ComponentError;
import dev.gale.control.Control;
import dev.gale.control.KillRequest;
import dev.gale.control.SubmitRequest;
import dev.gale.control.TaskSummary;
import dev.gale.control.TopologyDetails;
import dev.gale.control.TopologySummary;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Topologies, seen and changed. */
final class TopologyRoutes {
    private static final String ALL = "/api/v1/topologies";
    private static final String ONE = ALL + "/{name}";

    private final Control control;

    private TopologyRoutes(Control control) {
        this.control = control;
    }

    static List<Route> of(Control control) {
        return new TopologyRoutes(control).routes();
    }

    private List<Route> routes() {
        return List.of(
                Route.of(
                                Method.POST,
                                ALL,
                                Permission.OPERATE,
                                "submit",
                                "Starts a topology",
                                Route.one(201, TopologySummary.class),
                                this::submit)
                        .with(new Parameter(
                                "header",
                                "Idempotency-Key",
                                false,
                                String.class,
                                "a submit with the key of an accepted one is answered with that topology"))
                        .taking(SubmitBody.class, true),
                Route.of(
                        Method.GET,
                        ALL,
                        Permission.READ,
                        "topologies",
                        "Lists topologies",
                        Route.listOf(TopologySummary.class),
                        request -> control.topologies().thenApply(Reply::items)),
                Route.of(
                        Method.GET,
                        ONE,
                        Permission.READ,
                        "topology",
                        "Tells all about a topology: status, workers, statistics",
                        Route.one(200, TopologyDetails.class),
                        request -> control.topology(request.path("name")).thenApply(Reply::ok)),
                Route.of(
                        Method.GET,
                        ONE + "/tasks",
                        Permission.READ,
                        "tasks",
                        "Lists the tasks of a topology, and when each last got on",
                        Route.listOf(TaskSummary.class),
                        request -> control.tasks(request.path("name")).thenApply(Reply::items)),
                Route.of(
                                Method.GET,
                                ONE + "/errors",
                                Permission.READ,
                                "errors",
                                "Lists the newest errors of a topology's components",
                                Route.listOf(ComponentError.class),
                                this::errors)
                        .with(new Parameter("query", "component", false, String.class, "only those of this one")),
                change(
                                "kill",
                                "Ends a topology",
                                202,
                                request -> control.kill(
                                        request.path("name"),
                                        request.body(KillRequest.class, new KillRequest(OptionalLong.empty()))))
                        .taking(KillRequest.class, false),
                change(
                        "activate",
                        "Asks the spouts of a topology for tuples again",
                        200,
                        request -> control.activate(request.path("name"))),
                change(
                        "deactivate",
                        "Asks the spouts of a topology for tuples no longer",
                        200,
                        request -> control.deactivate(request.path("name"))),
                change(
                                "rebalance",
                                "Lays a topology out anew",
                                202,
                                request -> control.rebalance(
                                        request.path("name"),
                                        request.body(RebalanceBody.class, RebalanceBody.NOTHING)
                                                .request()))
                        .taking(RebalanceBody.class, false));
    }

    private static Route change(
            String verb, String summary, int status, Function<ApiRequest, CompletionStage<TopologySummary>> call) {
        return Route.of(
                Method.POST,
                ONE + "/" + verb,
                Permission.OPERATE,
                verb,
                summary,
                Route.one(status, TopologySummary.class),
                request -> call.apply(request).thenApply(it -> new Reply(status, it, "")));
    }

    private CompletionStage<Reply> submit(ApiRequest request) {
        SubmitBody body = request.body(SubmitBody.class);
        SubmitRequest submit = new SubmitRequest(
                body.name(),
                body.conf().orElse(Map.of()),
                body.jarUpload(),
                body.codeUpload(),
                request.idempotencyKey(),
                body.active().orElse(true));
        return control.submit(submit).thenApply(it -> Reply.created(it, ALL + "/" + it.name()));
    }

    private CompletionStage<Reply> errors(ApiRequest request) {
        String name = request.path("name");
        return request.query("component")
                .map(component -> control.errors(name, component))
                .orElseGet(() -> control.errors(name))
                .thenApply(Reply::items);
    }
}
