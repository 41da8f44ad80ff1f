package dev.gale.adapter.aeron;

import dev.gale.adapter.aeron.AeronSettings.DriverChoice;
import dev.gale.spi.plugin.CompanionService;
import dev.gale.spi.plugin.CompanionServiceFactory;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.plugin.PluginContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;

/**
 * One media driver for all processes of a host that use {@code aeron}. Its section is {@code companion} in that of the
 * transport, see {@link AeronTransportFactory}. Its own files are in shared memory, in a place that the directory it is given
 * tells, so that it is found there again after a restart; what a killed one left there is removed then. It keeps nothing.
 */
public final class AeronCompanionFactory implements CompanionServiceFactory {
    /** For {@link java.util.ServiceLoader}. */
    public AeronCompanionFactory() {}

    @Override
    public String name() {
        return AeronSettings.NAME;
    }

    @Override
    public boolean isForEveryHost(ConfigSection clients) {
        boolean wanted = AeronSettings.wantsCompanion(clients);
        if (wanted) {
            AeronSettings.requireRoomForTerms(clients);
        }
        return wanted;
    }

    @Override
    public CompanionService start(ConfigSection section, Path directory, PluginContext context) {
        DriverSettings settings = DriverSettings.read(section);
        JvmFlags.check();
        Driver driver = Driver.start(settings, place(directory), context, new Tally(context));
        return new DriverCompanion(driver);
    }

    private static String place(Path directory) {
        try {
            String real = Files.createDirectories(directory).toRealPath().toString();
            return "companion-" + UUID.nameUUIDFromBytes(real.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new EngineException(Category.UNAVAILABLE, "cannot use " + directory + ": " + e, e);
        }
    }

    private static final class DriverCompanion implements CompanionService {
        private final Driver driver;
        private boolean closed;

        DriverCompanion(Driver driver) {
            this.driver = driver;
        }

        @Override
        public Map<String, Object> clientSection() {
            return Map.of(
                    AeronSettings.DRIVER,
                    AeronSettings.word(DriverChoice.COMPANION),
                    AeronSettings.DIRECTORY,
                    driver.directory().toString());
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                driver.close();
            }
        }
    }
}
