package dev.gale.bench.cluster;

import dev.gale.runtime.plugin.EnginePluginContext;
import dev.gale.runtime.plugin.Plugins;
import dev.gale.spi.plugin.CompanionService;
import dev.gale.spi.plugin.CompanionServiceFactory;
import dev.gale.spi.plugin.ConfigSection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * The service that an adapter is a client of, in a process of its own, so that what it uses can be told from what its clients use.
 * Says by lines what clients need, and ends when its input does.
 */
public final class CompanionMain {
    static final String CLIENT = "@client ";
    static final String READY = "@ready";

    private CompanionMain() {}

    /** @param args the adapter's name, and a directory for the service */
    public static void main(String[] args) throws IOException {
        String adapter = args[0];
        CompanionServiceFactory factory =
                Plugins.here().find(CompanionServiceFactory.class, "companion", adapter, CompanionServiceFactory::name);
        try (CompanionService service = factory.start(
                ConfigSection.empty("companion"),
                Path.of(args[1]),
                new EnginePluginContext(
                        "bench-" + adapter, "server " + adapter, System::nanoTime, new SplittableRandom()))) {
            service.clientSection().forEach((key, value) -> System.out.println(CLIENT + key + "=" + value));
            System.out.println(READY);
            System.in.transferTo(java.io.OutputStream.nullOutputStream());
        }
    }
}
