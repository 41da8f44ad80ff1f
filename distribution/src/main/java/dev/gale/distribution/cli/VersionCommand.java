package dev.gale.distribution.cli;

import dev.gale.distribution.daemon.Version;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;

@Command(name = "version", description = "Shows which Gale and which Java this is.")
final class VersionCommand implements Runnable {
    private final Session session;

    VersionCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        String java = System.getProperty("java.version") + " in " + System.getProperty("java.home");
        Map<String, String> data = new LinkedHashMap<>();
        data.put("gale", Version.text());
        data.put("java", java);
        session.write(data, "Gale " + Version.text() + "\nJava " + java + "\n");
    }
}
