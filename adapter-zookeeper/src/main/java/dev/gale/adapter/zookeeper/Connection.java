package dev.gale.adapter.zookeeper;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.plugin.PluginContext;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Curator's connection, and which session it has. A session counts as begun when the server has done a transaction in
 * it: a new session may be with a server that lags behind the one before, and reads must not go back.
 */
final class Connection {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    private static final Duration RETRY = Duration.ofMillis(500);
    private static final int CLOSE_MILLIS = 5_000;

    private final ZookeeperSettings settings;
    private final PluginContext context;
    private final StoreThread thread;
    private final ZookeeperSession session;
    private final Runnable whenConnected;
    private final JoinedThreads threads;
    private final CuratorFramework curator;
    private final CompletableFuture<Void> opened = new CompletableFuture<>();

    /** The handle that Curator opened last. */
    private volatile @Nullable ZooKeeper latest;

    /** The session's handle; written on the store's thread alone. */
    private volatile @Nullable Handle handle;

    // On the store's thread alone: the handle of the session that is about to begin, and who waits for it.
    private @Nullable Handle candidate;
    private final Set<CompletableFuture<Handle>> waiting = new LinkedHashSet<>();

    /** @param whenConnected called on the store's thread whenever a session began or was resumed */
    Connection(
            ZookeeperSettings settings,
            PluginContext context,
            StoreThread thread,
            ZookeeperSession session,
            Runnable whenConnected) {
        this.settings = settings;
        this.context = context;
        this.thread = thread;
        this.session = session;
        this.whenConnected = whenConnected;
        this.threads = new JoinedThreads(context.threadFactory("curator"));
        this.curator = curator();
        curator.getConnectionStateListenable().addListener((client, state) -> onState(state));
    }

    private CuratorFramework curator() {
        ZKClientConfig config = new ZKClientConfig();
        config.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
        settings.tls().ifPresent(tls -> tls.applyTo(config));
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(settings.connect())
                .sessionTimeoutMs((int) settings.sessionTimeout().toMillis())
                .connectionTimeoutMs((int) settings.answerTimeout().toMillis())
                .retryPolicy((retries, elapsedMillis, sleeper) -> false)
                // What an ensemble says of its own addresses need not be true for a client behind a router or a proxy.
                .ensembleTracker(false)
                .threadFactory(threads)
                .waitForShutdownTimeoutMs(CLOSE_MILLIS)
                .zookeeperFactory((servers, sessionMillis, watcher, readOnly) -> {
                    latest = new ZooKeeper(servers, sessionMillis, watcher, readOnly, config);
                    return latest;
                });
        settings.credentials()
                .ifPresent(credentials -> builder.authorization(Credentials.SCHEME, credentials.digestInput()));
        return builder.build();
    }

    /** Returns when there is a session. */
    void open() {
        if (settings.credentials().isEmpty() && !settings.isLoopback()) {
            LOG.warn(
                    "whoever reaches {} may read and change what is stored there: set zookeeper.username and "
                            + "zookeeper.password",
                    settings.connect());
        }
        curator.start();
        try {
            opened.get(settings.connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new EngineException(
                    Category.UNAVAILABLE,
                    "no ZooKeeper server answered within "
                            + settings.connectTimeout().toMillis()
                            + "ms at " + settings.connect() + " (zookeeper.connect), "
                            + (settings.tls().isPresent() ? "with" : "without")
                            + " TLS; why is in the log of org.apache.zookeeper");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineException(Category.UNAVAILABLE, "interrupted while connecting to " + settings.connect(), e);
        } catch (ExecutionException e) {
            throw new EngineException(
                    Category.UNAVAILABLE, "cannot connect to " + settings.connect(), Failures.cause(e));
        }
    }

    /** The present session's handle; none while there is no session. From any thread. */
    Optional<Handle> handle() {
        return Optional.ofNullable(handle);
    }

    /** The present session's handle or, while there is none, the next one's; fails when that takes too long. */
    CompletableFuture<Handle> soon() {
        if (handle != null) {
            return CompletableFuture.completedFuture(handle);
        }
        CompletableFuture<Handle> next = new CompletableFuture<>();
        waiting.add(next);
        thread.after(settings.answerTimeout(), () -> {
            waiting.remove(next);
            next.completeExceptionally(KeeperException.create(Code.CONNECTIONLOSS));
        });
        return next;
    }

    /** Ends the session. Not on ZooKeeper's or Curator's threads. */
    void close() {
        curator.close();
        threads.join(Duration.ofMillis(CLOSE_MILLIS));
    }

    /** On Curator's thread. */
    private void onState(ConnectionState state) {
        if (state.isConnected()) {
            thread.execute(this::onConnected);
        } else if (state == ConnectionState.LOST) {
            thread.execute(this::onLost);
        } else {
            thread.execute(this::onSuspended);
        }
    }

    private void onSuspended() {
        LOG.warn("session {} with {} is suspended: no server answers", session.id(), settings.connect());
        session.suspend();
    }

    /**
     * A session is lost when its handle is dead. Curator opens the next one before it says that the last was lost, so
     * that word may come behind that of the next one's connection.
     */
    private void onLost() {
        if (handle == null) {
            return;
        }
        if (handle.zookeeper().getState().isAlive()) {
            Handle suspect = handle;
            thread.after(RETRY, () -> {
                if (handle == suspect && !suspect.zookeeper().getState().isAlive()) {
                    onLost();
                }
            });
            return;
        }
        LOG.warn("session {} with {} has ended", session.id(), settings.connect());
        handle = null;
        session.end();
    }

    private void onConnected() {
        ZooKeeper zookeeper = latest;
        if (zookeeper == null) {
            thread.after(RETRY, this::onConnected);
        } else if (handle != null && handle.isOf(zookeeper)) {
            LOG.info("session {} with {} goes on", session.id(), settings.connect());
            session.resume();
            whenConnected.run();
        } else {
            if (candidate == null || !candidate.isOf(zookeeper)) {
                candidate = new Handle(zookeeper, thread, context.nanoClock(), settings.answerTimeout(), acl());
            }
            begin(candidate);
        }
    }

    private void begin(Handle begun) {
        begun.barrier().whenComplete((nothing, failure) -> {
            if (begun != candidate) {
                return;
            }
            if (failure != null) {
                thread.after(RETRY, () -> beginAgain(begun));
                return;
            }
            candidate = null;
            session.end();
            handle = begun;
            session.begin(begun.session());
            LOG.info("session {} with {} has begun", session.id(), settings.connect());
            whenConnected.run();
            opened.complete(null);
            List<CompletableFuture<Handle>> waited = List.copyOf(waiting);
            waiting.clear();
            waited.forEach(next -> next.complete(begun));
        });
    }

    /** Unless there is no connection: then its return leads here again. */
    private void beginAgain(Handle failed) {
        if (failed == candidate
                && (!failed.isOf(latest) || failed.zookeeper().getState().isConnected())) {
            onConnected();
        }
    }

    private List<ACL> acl() {
        return settings.credentials().isPresent() ? ZooDefs.Ids.CREATOR_ALL_ACL : ZooDefs.Ids.OPEN_ACL_UNSAFE;
    }
}
