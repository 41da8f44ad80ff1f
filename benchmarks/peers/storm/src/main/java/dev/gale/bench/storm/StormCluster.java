package dev.gale.bench.storm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import net.minidev.json.JSONObject;
import org.apache.storm.Config;
import org.apache.storm.DaemonConfig;
import org.apache.storm.daemon.nimbus.Nimbus;
import org.apache.storm.daemon.supervisor.StandaloneSupervisor;
import org.apache.storm.daemon.supervisor.Supervisor;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.metric.StormMetricsRegistry;
import org.apache.storm.utils.Utils;
import org.apache.storm.zookeeper.Zookeeper;

/**
 * Storm's own daemons on this machine: ZooKeeper, nimbus and one supervisor in this process, worker processes as the supervisor of a
 * deployed cluster starts them. Their class path is that of this process.
 */
final class StormCluster {
    private static final String WORKER_LOG = String.join(
            "\n",
            "<Configuration status=\"WARN\"><Appenders>",
            "<File name=\"F\" fileName=\"${sys:storm.log.dir}/worker-${sys:worker.port}.log\">",
            "<PatternLayout pattern=\"%d %c{1.} %t [%p] %msg%n\"/></File></Appenders>",
            "<Loggers><Root level=\"info\"><AppenderRef ref=\"F\"/></Root></Loggers></Configuration>",
            "");

    private final Path home;
    private final Nimbus nimbus;
    private final List<String> classes;

    private StormCluster(Path home, Nimbus nimbus, List<String> classes) {
        this.home = home;
        this.classes = classes;
        this.nimbus = nimbus;
    }

    /** Everything ends with this process, but for the workers. */
    @SuppressWarnings("resource")
    static StormCluster start(Path home, int slots) throws Exception {
        List<Integer> ports = freePorts(slots + 3);
        Map<String, Object> own = new HashMap<>();
        own.put(Config.STORM_ZOOKEEPER_SERVERS, List.of("127.0.0.1"));
        own.put(Config.STORM_ZOOKEEPER_PORT, ports.get(0));
        own.put(Config.NIMBUS_SEEDS, List.of("127.0.0.1"));
        own.put(Config.NIMBUS_THRIFT_PORT, ports.get(1));
        own.put(Config.SUPERVISOR_THRIFT_PORT, ports.get(2));
        own.put(Config.STORM_LOCAL_HOSTNAME, "127.0.0.1");
        own.put(Config.STORM_LOCAL_DIR, home.resolve("local").toString());
        own.put(Config.STORM_CLUSTER_MODE, "distributed");
        own.put(DaemonConfig.SUPERVISOR_SLOTS_PORTS, ports.subList(3, ports.size()));
        own.put(DaemonConfig.STORM_LOG4J2_CONF_DIR, home.resolve("log4j2").toString());
        own.put(DaemonConfig.NIMBUS_MONITOR_FREQ_SECS, 1);
        own.put(DaemonConfig.SUPERVISOR_MONITOR_FREQUENCY_SECS, 1);
        own.put(
                DaemonConfig.STORM_HEALTH_CHECK_DIR,
                home.resolve("healthchecks").toString());
        own.put(
                Config.WORKER_CHILDOPTS,
                "-Xms2g -Xmx2g -XX:+UseParallelGC " + System.getProperty("bench.childopts", ""));
        List<String> classes = layOut(home, own);
        Zookeeper.mkInprocessZookeeper(home.resolve("zookeeper").toString(), ports.get(0));
        Map<String, Object> conf = new HashMap<>(Utils.readDefaultConfig());
        conf.putAll(own);
        Nimbus nimbus = new Nimbus(conf, new Nimbus.StandaloneINimbus(), new StormMetricsRegistry());
        nimbus.launchServer();
        Thread serving = new Thread(
                () -> {
                    try {
                        new org.apache.storm.security.auth.ThriftServer(
                                        conf,
                                        new org.apache.storm.generated.Nimbus.Processor<>(nimbus),
                                        org.apache.storm.security.auth.ThriftConnectionType.NIMBUS)
                                .serve();
                    } catch (RuntimeException e) {
                        e.printStackTrace();
                    }
                },
                "nimbus-thrift");
        serving.setDaemon(true);
        serving.start();
        new Supervisor(conf, null, new StandaloneSupervisor(), new StormMetricsRegistry()).launch();
        return new StormCluster(home, nimbus, classes);
    }

    void submit(String name, Map<String, Object> config, StormTopology topology) throws Exception {
        // What a topology has to bring along; its classes are on the workers' class path.
        Path jar = home.resolve("topology.jar");
        Map<String, Object> all = new HashMap<>(config);
        all.put(Config.TOPOLOGY_CLASSPATH, classes);
        new JarOutputStream(Files.newOutputStream(jar), new Manifest()).close();
        nimbus.submitTopology(name, jar.toString(), JSONObject.toJSONString(all), topology);
    }

    /** The directories of an installed Storm, as far as workers look at them. @return classes that are in no jar */
    private static List<String> layOut(Path home, Map<String, Object> conf) throws IOException {
        Path libraries = Files.createDirectories(home.resolve("lib-worker"));
        Files.createDirectories(home.resolve("healthchecks"));
        Files.writeString(Files.createDirectories(home.resolve("log4j2")).resolve("worker.xml"), WORKER_LOG);
        // JSON is YAML, but for this escape.
        Files.writeString(
                Files.createDirectories(home.resolve("conf")).resolve("storm.yaml"),
                JSONObject.toJSONString(conf).replace("\\/", "/"));
        List<Path> classes = new ArrayList<>();
        int number = 0;
        for (String entry : System.getProperty("java.class.path").split(System.getProperty("path.separator"))) {
            Path path = Path.of(entry).toAbsolutePath();
            if (Files.isDirectory(path)) {
                classes.add(path);
            } else {
                Files.createSymbolicLink(libraries.resolve(number++ + "-" + path.getFileName()), path);
            }
        }
        System.setProperty("storm.home", home.toString());
        return classes.stream().map(Path::toString).collect(Collectors.toList());
    }

    private static List<Integer> freePorts(int number) throws IOException {
        List<ServerSocket> open = new ArrayList<>();
        try {
            for (int i = 0; i < number; i++) {
                open.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return open.stream().map(ServerSocket::getLocalPort).collect(Collectors.toList());
        } finally {
            for (ServerSocket socket : open) {
                socket.close();
            }
        }
    }
}
