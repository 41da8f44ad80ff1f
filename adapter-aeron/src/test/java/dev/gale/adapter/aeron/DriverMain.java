package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.TckContext;
import java.nio.file.Path;
import java.util.Map;

/** A media driver in a process of its own, which ends by a signal. */
final class DriverMain {
    private DriverMain() {}

    /** Below which directory, and the idle time-out. */
    public static void main(String[] arguments) throws Exception {
        TckContext context = new TckContext();
        DriverSettings settings = DriverSettings.read(
                ConfigSection.of("companion", Map.of("dir", arguments[0], "idle-timeout", arguments[1])));
        Driver driver = Driver.start(settings, "shared", context, new Tally(context));
        Runtime.getRuntime().addShutdownHook(new Thread(driver::close));
        System.out.println("runs " + Path.of(arguments[0]).resolve("shared"));
        Thread.currentThread().join();
    }
}
