package dev.gale.distribution.daemon;

import dev.gale.runtime.config.ApiSettings;
import dev.gale.runtime.config.ConfigException;
import dev.gale.runtime.config.ConfigKey;
import dev.gale.runtime.config.ConfigKeys;
import dev.gale.runtime.config.ConfigProblem;
import dev.gale.runtime.config.Configuration;
import dev.gale.runtime.plugin.Plugins;
import dev.gale.spi.heartbeat.HeartbeatsFactory;
import dev.gale.spi.metadata.MetadataStoreFactory;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.transport.TransportFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** What a daemon would refuse of its configuration, found without starting one. */
public final class ConfigCheck {
    private ConfigCheck() {}

    /** Everything that is wrong; none if nothing is. */
    public static List<ConfigProblem> problems(ConfigSources sources) {
        Configuration configuration;
        try {
            configuration = sources.load();
        } catch (ConfigException e) {
            return e.problems();
        }
        List<ConfigProblem> problems = new ArrayList<>();
        try {
            ApiSettings.of(configuration);
        } catch (ConfigException e) {
            problems.addAll(e.problems());
        }
        check(
                MetadataStoreFactory.class,
                ConfigKeys.METADATA_STORE,
                MetadataStoreFactory::name,
                MetadataStoreFactory::check,
                configuration,
                problems);
        check(
                TransportFactory.class,
                ConfigKeys.TRANSPORT,
                TransportFactory::name,
                TransportFactory::check,
                configuration,
                problems);
        check(
                HeartbeatsFactory.class,
                ConfigKeys.HEARTBEAT,
                HeartbeatsFactory::name,
                HeartbeatsFactory::check,
                configuration,
                problems);
        return problems;
    }

    private static <F> void check(
            Class<F> type,
            ConfigKey<String> key,
            Function<F, String> nameOf,
            BiConsumer<F, ConfigSection> checkOf,
            Configuration configuration,
            List<ConfigProblem> problems) {
        try {
            F factory = Plugins.here().find(type, key.name(), configuration.get(key), nameOf);
            checkOf.accept(factory, configuration.section(configuration.get(key)));
        } catch (EngineException e) {
            problems.add(new ConfigProblem(
                    configuration.originOf(key.name()),
                    key.name(),
                    String.valueOf(e.getMessage()).replaceFirst("^" + key.name() + ": ", "")));
        }
    }
}
