package dev.gale.adapter.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gale.control.Control;
import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.json.JavalinJackson;
import io.javalin.util.JavalinBindException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.MinimumDataRateHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The HTTP server over a cluster. Closing it ends its threads and its port. */
public final class HttpApi implements AutoCloseable {
    private static final int THREADS = 64;

    /** A body that comes slower than this holds up a thread for no good. */
    private static final int LEAST_BYTES_A_SECOND = 1 << 10;

    private final Javalin server;
    private final Gate gate;

    private HttpApi(Javalin server, Gate gate) {
        this.server = server;
        this.gate = gate;
    }

    /**
     * Listens from when this returns.
     *
     * @throws ControlException INVALID if the settings do not hold, UNAVAILABLE if the port is taken; the message names the key
     */
    public static HttpApi start(HttpSettings settings, Control control) {
        ProblemWriter problems = new ProblemWriter(Json.mapper());
        Gate gate = new Gate(settings.limits().unfinishedRequests(), problems);
        Javalin server = build(settings, control, gate, problems);
        try {
            server.start();
        } catch (JavalinBindException e) {
            server.stop();
            throw new ControlException(
                    Kind.UNAVAILABLE,
                    "nimbus.api.port " + settings.port() + " on " + settings.bind()
                            + " cannot be used; another process may listen there. Stop it, or set another port",
                    e);
        } catch (RuntimeException e) {
            server.stop();
            throw e;
        }
        return new HttpApi(server, gate);
    }

    static Javalin build(HttpSettings settings, Control control, Gate gate, ProblemWriter problems) {
        ObjectMapper mapper = Json.mapper();
        QueuedThreadPool threads = new QueuedThreadPool(THREADS);
        threads.setName("gale-http");
        return Javalin.create(config -> {
            prepare(config, settings, threads, gate, problems);
            config.jsonMapper(new JavalinJackson(mapper, false));
            serve(config, Routes.of(control), settings, mapper, threads);
            config.routes.exception(Exception.class, (failure, context) -> problems.write(context, failure));
            config.routes.exception(
                    HttpResponseException.class, (failure, context) -> problems.write(context, failure));
        });
    }

    /** The one that it listens on. */
    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.stop();
    }

    /** How many addresses have requests under way. */
    int busyAddresses() {
        return gate.addresses();
    }

    private static void prepare(
            JavalinConfig config, HttpSettings settings, QueuedThreadPool threads, Gate gate, ProblemWriter problems) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.prefer405over404 = true;
        config.http.compressionStrategy = CompressionStrategy.NONE;
        config.http.maxRequestSize =
                Math.max(settings.limits().bodyBytes(), settings.limits().chunkBytes()) + 1L;
        config.http.asyncTimeout = 0;
        config.jetty.threadPool = threads;
        Listener listener = new Listener(settings);
        config.jetty.modifyServer(server -> {
            gate.setHandler(new MinimumDataRateHandler(LEAST_BYTES_A_SECOND, 0));
            server.setHandler(gate);
            server.setErrorHandler(new ProblemErrorHandler(problems));
            limitConnections(server, settings.limits().connections());
        });
        config.jetty.addConnector(listener::open);
    }

    private static void limitConnections(Server server, int limit) {
        server.addBean(new NetworkConnectionLimit(limit, server));
    }

    private static void serve(
            JavalinConfig config,
            List<Route> routes,
            HttpSettings settings,
            ObjectMapper mapper,
            QueuedThreadPool threads) {
        Access access = new Access(settings);
        BodyReader reader = new BodyReader(mapper);
        Set<String> open = routes.stream()
                .filter(route -> route.permission() == Permission.PUBLIC)
                .map(Route::path)
                .collect(Collectors.toSet());
        config.routes.before(context -> {
            access.checkOrigin(context.header("Host"), context.header("Origin"));
            // Who is not known learns nothing, not even which paths there are.
            access.check(
                    access.caller(context.header("Authorization")),
                    open.contains(context.path()) ? Permission.PUBLIC : Permission.READ);
        });
        for (Route route : routes) {
            config.routes.addHttpHandler(
                    HandlerType.findOrCreate(route.method().name()),
                    route.path(),
                    new RouteHandler(route, access, reader, mapper, settings.limits(), threads));
        }
        config.requestLogger.http((context, millis) -> audit(context, access));
    }

    private static void audit(Context context, Access access) {
        Audit.log(
                Gate.requestId(context),
                access.caller(context.header("Authorization")),
                context.ip(),
                context.method().name(),
                context.path(),
                context.statusCode());
    }
}
