package dev.gale.distribution.daemon;

import dev.gale.adapter.http.HttpApi;
import dev.gale.adapter.http.HttpSettings;
import dev.gale.control.ConfigValue;
import dev.gale.control.Control;
import dev.gale.distribution.config.TopologyDefaults;
import dev.gale.engine.nimbus.NimbusTimings;
import dev.gale.engine.schedule.EvenScheduler;
import dev.gale.runtime.code.CodeLimits;
import dev.gale.runtime.code.InboxLimits;
import dev.gale.runtime.config.AdapterNames;
import dev.gale.runtime.config.ApiSettings;
import dev.gale.runtime.config.Configuration;
import dev.gale.runtime.config.HostSettings;
import dev.gale.runtime.config.NimbusSettings;
import dev.gale.runtime.nimbus.DiskTopologyFiles;
import dev.gale.runtime.nimbus.Nimbus;
import dev.gale.runtime.store.Keys;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.EngineException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A nimbus with its API. */
public final class NimbusDaemon implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NimbusDaemon.class);
    private static final long REWRITE_NANOS = Duration.ofSeconds(2).toNanos();
    private static final int CHUNK_BYTES = 8 << 20;
    private static final int UPLOADS = 100;

    private final Closing closing;
    private final Nimbus nimbus;
    private final int port;

    private NimbusDaemon(Closing closing, Nimbus nimbus, int port) {
        this.closing = closing;
        this.nimbus = nimbus;
        this.port = port;
    }

    /**
     * @param fatal is told of what it cannot go on with
     * @throws RuntimeException that says what is wrong; nothing is left open then
     */
    public static NimbusDaemon start(Configuration configuration, Consumer<EngineException> fatal) {
        Closing closing = new Closing();
        try {
            return start(configuration, fatal, closing);
        } catch (RuntimeException e) {
            closing.close();
            throw e;
        }
    }

    /** What users ask of the cluster, in this process. */
    public Control control() {
        return nimbus.control();
    }

    /** Of the API. */
    public int port() {
        return port;
    }

    @Override
    public void close() {
        closing.close();
    }

    private static NimbusDaemon start(Configuration configuration, Consumer<EngineException> fatal, Closing closing) {
        ApiSettings api = ApiSettings.of(configuration);
        NimbusSettings settings = NimbusSettings.of(configuration);
        HostSettings host = HostSettings.of(configuration);
        closing.add(
                "the lock of the local directory",
                DirectoryLock.take(Path.of(host.localDir()).toAbsolutePath()));
        AdapterNames names = AdapterNames.of(configuration);
        EvenScheduler scheduler = new EvenScheduler(settings.isolatedMachines());
        CodeSources sources = CodeSources.of(configuration);
        DiskTopologyFiles files = closing.add(
                "the topologies' files",
                new DiskTopologyFiles(
                        Path.of(host.localDir(), "nimbus"),
                        new InboxLimits(
                                settings.inbox().uploadMaxBytes(),
                                CHUNK_BYTES,
                                UPLOADS,
                                settings.inbox().jarExpiration()),
                        CodeLimits.DEFAULT,
                        TopologyDefaults.of(configuration),
                        sources));
        MetadataStore store =
                closing.add("the metadata store", new Adapters(configuration, "gale-nimbus", fatal).store());
        String address = host.host() + ":" + api.bind().port();
        Nimbus nimbus = closing.add(
                "nimbus",
                new Nimbus(
                        store,
                        new Keys(Key.of(names.metadataRoot())),
                        scheduler,
                        files,
                        new Nimbus.Setup(
                                address,
                                Version.text(),
                                new NimbusTimings(
                                        settings.timing().taskTimeout().toNanos(),
                                        settings.timing().taskLaunch().toNanos(),
                                        settings.timing().supervisorTimeout().toNanos(),
                                        settings.timing().monitorFrequency().toNanos(),
                                        REWRITE_NANOS),
                                settings.limits().slots().orElse(Integer.MAX_VALUE),
                                settings.limits().executors().orElse(Integer.MAX_VALUE),
                                settings.inbox().cleanupFrequency()),
                        () -> shown(configuration)));
        HttpApi server = closing.add("the API", HttpApi.start(http(api), nimbus.control()));
        LOG.info("nimbus: its API is at {}:{}", api.bind().host(), server.port());
        return new NimbusDaemon(closing, nimbus, server.port());
    }

    private static HttpSettings http(ApiSettings api) {
        return new HttpSettings(
                api.bind().host(),
                api.bind().port(),
                api.token().map(secret -> secret.reveal()),
                api.viewerToken().map(secret -> secret.reveal()),
                api.keyStore()
                        .map(store -> new HttpSettings.Tls(
                                Path.of(store.path()),
                                store.password().map(secret -> secret.reveal()).orElse(""))),
                HttpSettings.Limits.DEFAULT);
    }

    private static List<ConfigValue> shown(Configuration configuration) {
        return configuration.effective().stream()
                .map(value -> new ConfigValue(
                        value.key(), value.shown(), value.origin().toString()))
                .toList();
    }
}
