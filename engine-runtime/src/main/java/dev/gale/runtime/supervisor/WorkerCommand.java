package dev.gale.runtime.supervisor;

import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.supervisor.SlotAssignment;
import dev.gale.engine.topology.JvmOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The command line of workers, as a list of arguments. What marks a worker as one of this host comes first: operating systems show
 * only the beginning of a long command line.
 */
public final class WorkerCommand {
    private static final String MARK = "-Dgale.worker.directory=";

    private final Jvm jvm;
    private final String classPath;
    private final String mainClass;
    private final Path configFile;
    private final Function<String, WorkerOptions> options;

    /**
     * One launch.
     *
     * @param directory of this worker alone, removed when it has ended
     * @param logs of this topology on this port, kept
     */
    record Launch(
            SupervisorId supervisor,
            int port,
            SlotAssignment assignment,
            String incarnation,
            Path directory,
            Path logs) {}

    /**
     * @param mainClass is given topology id, supervisor id, port, generation, incarnation, its directory and the configuration file
     * @param options by topology id; asked at each launch, on a thread that may wait
     */
    public WorkerCommand(
            Jvm jvm, String classPath, String mainClass, Path configFile, Function<String, WorkerOptions> options) {
        this.jvm = jvm;
        this.classPath = classPath;
        this.mainClass = mainClass;
        this.configFile = configFile;
        this.options = options;
    }

    /** @throws IllegalArgumentException if the options are not written well */
    List<String> of(Launch launch) {
        WorkerOptions chosen = options.apply(launch.assignment().topology());
        List<String> command = new ArrayList<>();
        command.add(jvm.executable().toString());
        command.add(mark(launch.directory()));
        command.addAll(jvm.flags());
        command.add("-Xmx" + chosen.heapMegabytes() + "m");
        command.add("-XX:+ExitOnOutOfMemoryError");
        command.add("-XX:ErrorFile=" + launch.logs().resolve("hs_err.log"));
        command.add("-XX:HeapDumpPath=" + launch.logs().resolve("heap.hprof"));
        command.add("-Djava.io.tmpdir=" + LocalTree.temporary(launch.directory()));
        command.add("-Dfile.encoding=UTF-8");
        Map<String, String> values = values(launch, chosen);
        command.addAll(JvmOptions.of(chosen.childOpts(), values));
        command.addAll(JvmOptions.of(chosen.topologyOptions(), values));
        command.add("-cp");
        command.add(classPath);
        command.add(mainClass);
        command.add(launch.assignment().topology());
        command.add(launch.supervisor().value());
        command.add(Integer.toString(launch.port()));
        command.add(Long.toString(launch.assignment().generation()));
        command.add(launch.incarnation());
        command.add(launch.directory().toString());
        command.add(configFile.toString());
        return List.copyOf(command);
    }

    /** The argument after the executable, by which a worker is found when its pid is not known. */
    static String mark(Path directory) {
        return MARK + directory;
    }

    private static Map<String, String> values(Launch launch, WorkerOptions chosen) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("%ID%", Integer.toString(launch.port()));
        values.put("%WORKER-ID%", launch.incarnation());
        values.put("%TOPOLOGY-ID%", launch.assignment().topology());
        values.put("%WORKER-PORT%", Integer.toString(launch.port()));
        values.put("%HEAP-MEM%", Integer.toString(chosen.heapMegabytes()));
        return values;
    }
}
