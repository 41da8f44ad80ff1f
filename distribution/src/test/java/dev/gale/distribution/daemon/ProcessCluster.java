package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gale.distribution.cli.Main;
import dev.gale.tck.network.FreePort;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A cluster in which everything is a process of its own: the store, nimbuses, supervisors, workers. Short timings; loopback only. */
final class ProcessCluster implements AutoCloseable {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final List<String> FLAGS =
            List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");
    static final String LOGGING = "-Dlogback.configurationFile="
            + Path.of("src", "main", "dist", "conf", "logback.xml").toAbsolutePath();
    private static final Pattern COUNTED = Pattern.compile("adapter=transport has counted so far: \\{(.+)}");
    private static final int SLOTS = 3;

    private final Path directory;
    private final Backends backends;
    private final Map<String, ?> settings;
    private final StoreServers store;
    private final List<Integer> apiPorts;
    private final Map<String, List<Integer>> slots = new LinkedHashMap<>();
    private final Map<String, Process> daemons = new TreeMap<>();
    private final ClusterClient client;

    private ProcessCluster(
            Path directory, Backends backends, int stores, int nimbuses, int supervisors, Map<String, ?> settings)
            throws IOException {
        this.backends = backends;
        this.settings = Map.copyOf(settings);
        this.directory = directory.toRealPath();
        store = new StoreServers(backends.store(), stores, this.directory, freePorts(StoreServers.ports(stores)));
        apiPorts = freePorts(nimbuses);
        for (int i = 0; i < supervisors; i++) {
            slots.put("supervisor-" + (i + 1), freePorts(SLOTS));
        }
        client = new ClusterClient(apiPorts);
    }

    private static List<Integer> freePorts(int number) {
        return Stream.generate(FreePort::next).limit(number).toList();
    }

    /** @param directory for everything that is kept */
    static ProcessCluster start(Path directory, int nimbuses, int supervisors) throws IOException {
        return start(directory, nimbuses, supervisors, Map.of());
    }

    /** @param settings of all daemons, in place of the usual ones */
    static ProcessCluster start(Path directory, int nimbuses, int supervisors, Map<String, ?> settings)
            throws IOException {
        return start(directory, Backends.chosen(), 1, nimbuses, supervisors, settings);
    }

    /** @param stores how many servers the store has */
    static ProcessCluster start(
            Path directory, Backends backends, int stores, int nimbuses, int supervisors, Map<String, ?> settings)
            throws IOException {
        ProcessCluster cluster = new ProcessCluster(directory, backends, stores, nimbuses, supervisors, settings);
        try {
            cluster.startStore();
            for (int i = 1; i <= nimbuses; i++) {
                cluster.startNimbus(i);
            }
            for (String supervisor : cluster.slots.keySet()) {
                cluster.startSupervisor(supervisor);
            }
            Await.until(
                    "a leader knows every supervisor",
                    () -> cluster.client.get("supervisors").path("items").size() == supervisors);
            return cluster;
        } catch (IOException | RuntimeException | Error e) {
            cluster.close();
            throw e;
        }
    }

    ClusterClient client() {
        return client;
    }

    /** Runs a command of the command line in a process of its own, as people do, and expects it to succeed. @return what it printed */
    String gale(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(arguments));
        Path printed = Files.createTempFile(directory, arguments[0], ".out");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("GALE_"));
        builder.environment()
                .put(
                        "GALE_CONF",
                        configuration("client", Map.of("nimbus.seeds", seeds())).toString());
        int code = builder.start().waitFor();
        String output = Files.readString(printed);
        assertThat(code).as(() -> String.join(" ", arguments) + "\n" + output).isZero();
        return output;
    }

    Path directory() {
        return directory;
    }

    /** The servers of the store. */
    StoreServers store() {
        return store;
    }

    List<String> supervisors() {
        return List.copyOf(slots.keySet());
    }

    List<Integer> slots(String supervisor) {
        return slots.get(supervisor);
    }

    void startStore() throws IOException {
        List<Integer> members = IntStream.range(0, store.members()).boxed().toList();
        for (int member : members) {
            startStore(member);
        }
        Await.until("the store listens", () -> store.listen(members));
    }

    /** One of its servers, which may not serve before others are there too. */
    void startStore(int member) throws IOException {
        List<String> command = store.command(member);
        if (command.get(0).startsWith("/")) {
            run("store-" + member, command);
        } else {
            start("store-" + member, command.toArray(String[]::new));
        }
    }

    void killStore() {
        for (int member = 0; member < store.members(); member++) {
            killStore(member);
        }
    }

    void killStore(int member) {
        kill("store-" + member);
    }

    void startNimbus(int number) throws IOException {
        String name = "nimbus-" + number;
        Path file = configuration(name, Map.of("nimbus.api.port", apiPorts.get(number - 1)));
        start(name, "nimbus", file.toString());
    }

    void startSupervisor(String name) throws IOException {
        Path file = configuration(
                name,
                Map.of("supervisor.id", name, "supervisor.slots.ports", slots.get(name), "nimbus.seeds", seeds()));
        start(name, "supervisor", file.toString());
    }

    private List<String> seeds() {
        return apiPorts.stream().map(port -> "127.0.0.1:" + port).toList();
    }

    /** Starts the supervisors that are not there, and ends every topology: all is as at the start. */
    void restore() throws Exception {
        for (String supervisor : slots.keySet()) {
            if (!daemons.containsKey(supervisor)) {
                startSupervisor(supervisor);
            }
        }
        for (JsonNode topology : client.get("topologies").path("items")) {
            client.post("topologies/" + topology.path("name").asText() + "/kill", Map.of("waitMillis", 0));
        }
        Await.until(
                "nothing is left of the topologies",
                () -> client.get("topologies").path("items").isEmpty()
                        && workers().isEmpty()
                        && client.get("supervisors").path("items").size() == slots.size());
    }

    /** Ends a daemon at once, as a lack of memory or power would. */
    void kill(String daemon) {
        end(daemons.remove(daemon).toHandle());
    }

    long pid(String daemon) {
        return daemons.get(daemon).pid();
    }

    /** The name of the nimbus that leads. */
    String leader() throws IOException, InterruptedException {
        return "nimbus-" + (apiPorts.indexOf(client.leader()) + 1);
    }

    /** Whether a nimbus serves its API. */
    boolean answers(int nimbus) {
        try {
            new ClusterClient(List.of(apiPorts.get(nimbus - 1))).get("nimbuses");
            return true;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    List<LiveWorker> workers() {
        return LiveWorker.within(directory);
    }

    /** By slot, which shows a slot with two processes as an error. */
    Map<String, Long> pids() {
        return workers().stream().collect(Collectors.toMap(LiveWorker::slot, LiveWorker::pid));
    }

    /** The slots that nimbus has assigned. */
    List<String> assigned(String topology) throws IOException, InterruptedException {
        List<String> assigned = new ArrayList<>();
        for (JsonNode worker : client.get("topologies/" + topology).path("workers")) {
            assigned.add(worker.at("/address/supervisor").asText() + ":"
                    + worker.at("/address/port").asInt());
        }
        assigned.sort(null);
        return assigned;
    }

    /** Whether every assigned worker has told that it runs. */
    boolean isPrepared(String topology) throws IOException, InterruptedException {
        return client.get("topologies/" + topology).at("/topology/prepared").asBoolean();
    }

    /** Whether, beyond that, there is exactly one process for each. */
    boolean isSettled(String topology) throws IOException, InterruptedException {
        List<String> running = workers().stream().map(LiveWorker::slot).toList();
        return isPrepared(topology) && running.equals(assigned(topology));
    }

    /** What a daemon has said. */
    String log(String daemon) throws IOException {
        return Files.readString(logFile(daemon));
    }

    /** What all workers of a supervisor on a port have said. */
    String workerLog(LiveWorker worker) throws IOException {
        return Files.readString(directory
                .resolve(worker.supervisor())
                .resolve("logs")
                .resolve(worker.topology())
                .resolve(Integer.toString(worker.port()))
                .resolve("worker.log"));
    }

    /** What the transport of a worker has said that it refused or lost; of the last process on that port. */
    Map<String, Long> transportCounters(LiveWorker worker) throws IOException {
        Map<String, Long> counters = new TreeMap<>();
        Matcher line = COUNTED.matcher(workerLog(worker));
        while (line.find()) {
            counters.clear();
            for (String counter : line.group(1).split(", ")) {
                int separator = counter.indexOf('=');
                counters.put(counter.substring(0, separator), Long.parseLong(counter.substring(separator + 1)));
            }
        }
        return counters;
    }

    static void signal(String signal, long pid) {
        try {
            int code = new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                    .start()
                    .waitFor();
            assertThat(code).as("kill -%s %d", signal, pid).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static void end(ProcessHandle process) {
        process.destroyForcibly();
        try {
            process.onExit().get(1, TimeUnit.MINUTES);
        } catch (Exception e) {
            throw new AssertionError("process " + process.pid() + " does not end", e);
        }
    }

    /** Ends every process that was started, supervisors first, so that nobody starts another; and makes sure of it. */
    @Override
    public void close() {
        List<Process> all = new ArrayList<>(daemons.values());
        daemons.clear();
        all.forEach(daemon -> end(daemon.toHandle()));
        workers().forEach(worker -> end(worker.process()));
        assertThat(workers()).isEmpty();
        assertThat(all).noneMatch(Process::isAlive);
    }

    private void start(String name, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(FLAGS);
        command.add(LOGGING);
        command.addAll(List.of("-cp", classPath(), DaemonMain.class.getName()));
        command.addAll(List.of(arguments));
        run(name, command);
    }

    private void run(String name, List<String> command) throws IOException {
        Path log = Files.createDirectories(logFile(name).getParent())
                .resolve(logFile(name).getFileName());
        daemons.put(
                name,
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start());
    }

    /** Without the examples: workers get those as users' code. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("examples"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private Path logFile(String daemon) {
        return directory.resolve("daemon-logs").resolve(daemon + ".log");
    }

    private Path configuration(String name, Map<String, Object> own) throws IOException {
        Map<String, Object> keys = new TreeMap<>(own);
        keys.putAll(backends.keys(store.addresses()));
        keys.put("gale.local.dir", directory.resolve(name));
        keys.put("nimbus.task.timeout.secs", 6);
        keys.put("nimbus.task.launch.secs", 30);
        keys.put("supervisor.worker.timeout.secs", 3);
        keys.put("supervisor.worker.start.timeout.secs", 60);
        keys.put("supervisor.worker.shutdown.grace.secs", 3);
        keys.put("supervisor.heartbeat.frequency.secs", 1);
        keys.put("worker.heartbeat.frequency.secs", 0.2);
        keys.put("worker.beat.frequency.secs", 0.5);
        keys.put("worker.heap.memory.mb", 128);
        keys.put("worker.childopts", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 " + LOGGING);
        keys.put("topology.message.timeout.secs", 5);
        keys.putAll(settings);
        List<String> lines = new ArrayList<>();
        keys.forEach((key, value) -> lines.add(key + ": " + value));
        return Files.write(directory.resolve(name + ".yaml"), lines);
    }
}
