package dev.gale.tck.companion;

import dev.gale.spi.plugin.CompanionService;
import dev.gale.spi.plugin.CompanionServiceFactory;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.EngineException;
import dev.gale.tck.TckContext;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The main class of another process that wants to start a service. Prints whether it could. */
final class OtherHost {
    static final String STARTED = "started ";
    static final String REFUSED = "refused ";

    private OtherHost() {}

    /** @param arguments the factory's class, the directory, and the section: {@code key=value} */
    public static void main(String... arguments) throws ReflectiveOperationException {
        CompanionServiceFactory factory = Class.forName(arguments[0])
                .asSubclass(CompanionServiceFactory.class)
                .getConstructor()
                .newInstance();
        Map<String, String> section = new HashMap<>();
        for (int index = 2; index < arguments.length; index++) {
            int end = arguments[index].indexOf('=');
            section.put(arguments[index].substring(0, end), arguments[index].substring(end + 1));
        }
        try (CompanionService service =
                factory.start(ConfigSection.of("companion", section), Path.of(arguments[1]), new TckContext())) {
            System.out.println(STARTED + service.clientSection());
        } catch (EngineException e) {
            System.out.println(REFUSED + e.category() + ": " + e.getMessage());
        }
    }
}
