package dev.gale.bench.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A {@link CompanionMain} that this process has started. */
final class CompanionProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final Process process;
    private final Map<String, String> clientSection;

    private CompanionProcess(Process process, Map<String, String> clientSection) {
        this.process = process;
        this.clientSection = clientSection;
    }

    /**
     * Returns when clients can use it.
     *
     * @param directory for what the service keeps
     * @param log where everything goes that it says
     * @throws IOException if it does not start
     */
    static CompanionProcess start(String adapter, Path directory, Path log) throws IOException {
        Process process = Jvm.start(log, CompanionMain.class, adapter, directory.toString());
        Map<String, String> section = new TreeMap<>();
        BufferedReader lines = process.inputReader();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.equals(CompanionMain.READY)) {
                return new CompanionProcess(process, section);
            }
            if (line.startsWith(CompanionMain.CLIENT)) {
                String[] parts = line.substring(CompanionMain.CLIENT.length()).split("=", 2);
                section.put(parts[0], parts[1]);
            }
        }
        process.destroy();
        throw new IOException("the server of " + adapter + " did not start; see " + log);
    }

    /** What a client is to be told, by key. */
    Map<String, String> clientSection() {
        return clientSection;
    }

    long pid() {
        return process.pid();
    }

    /** Used by the service so far, also in processes that it has started. */
    long cpuNanos() {
        return Jvm.cpuNanos(process.toHandle())
                + process.descendants().mapToLong(Jvm::cpuNanos).sum();
    }

    @Override
    public void close() throws IOException {
        Jvm.end(process, PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
