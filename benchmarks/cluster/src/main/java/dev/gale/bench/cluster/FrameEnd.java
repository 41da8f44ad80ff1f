package dev.gale.bench.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One end of a path, in a process of its own. It prints where it listens, is told by a line where the other end does, and works. The
 * sender prints its figures; the receiver works until its input ends.
 */
public final class FrameEnd {
    static final String SENDER = "sender";
    static final String RECEIVER = "receiver";
    static final String NONE = "none";
    static final String ADDRESS = "@address ";
    static final String FIGURES = "@figures ";

    private static final int SENDERS_STREAM = 1;
    private static final int RECEIVERS_STREAM = 2;

    private record Size(int bytes, int pingsPerSecond) {}

    /** A frame of one small tuple, and one of a full batch. */
    private static final List<Size> SIZES = List.of(new Size(100, 5_000), new Size(16 << 10, 1_000));

    /** A flood and pings of each size. */
    static final int WORKLOADS = 2 * SIZES.size();

    private FrameEnd() {}

    /**
     * @param args which end, the path, milliseconds of warm-up, flood and pings, ids of the processes that count beside this one or
     *     {@value #NONE}, with commas between; then what is set in the transport's section
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        boolean sends = args[0].equals(SENDER);
        FramePath path = FramePath.labelled(args[1]).orElseThrow();
        Map<String, String> section = new TreeMap<>(path.section());
        for (String setting : List.of(args).subList(6, args.length)) {
            String[] parts = setting.split("=", 2);
            section.put(parts[0], parts[1]);
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        if (sends) {
            FrameLoad load = new FrameLoad(processes(args[5]));
            try (FrameLink link = open(path, section, SENDER, RECEIVER, in, load)) {
                for (Size size : SIZES) {
                    load.flood(link, size.bytes(), millis(args[2]));
                    print("flood-" + size.bytes(), load.flood(link, size.bytes(), millis(args[3])));
                    print(
                            "ping-" + size.bytes(),
                            load.pings(link, size.bytes(), size.pingsPerSecond(), millis(args[4])));
                }
            }
        } else {
            FrameLink link = open(path, section, RECEIVER, SENDER, in, new FrameCounter());
            try {
                while (in.readLine() != null) {
                    // Nothing else is said to it.
                }
            } finally {
                link.close();
            }
        }
    }

    private static FrameLink open(
            FramePath path,
            Map<String, String> section,
            String self,
            String peer,
            BufferedReader in,
            FrameLink.Handler handler)
            throws IOException, InterruptedException {
        if (path.isRawAeron()) {
            RawAeronLink link =
                    new RawAeronLink(section, self.equals(SENDER) ? SENDERS_STREAM : RECEIVERS_STREAM, handler);
            System.out.println(ADDRESS + link.address());
            link.connect(in.readLine());
            return link;
        }
        if (path != FramePath.TCP) {
            PortLink link = new PortLink(path.transport(), section, self, handler);
            System.out.println(ADDRESS + link.address());
            link.connect(in.readLine(), peer);
            return link;
        }
        if (self.equals(SENDER)) {
            System.out.println(ADDRESS + NONE);
            return SocketLink.connect(in.readLine(), handler);
        }
        try (ServerSocket server = SocketLink.listen()) {
            System.out.println(ADDRESS + "127.0.0.1:" + server.getLocalPort());
            in.readLine();
            return SocketLink.accept(server, handler);
        }
    }

    private static List<ProcessHandle> processes(String ids) {
        List<ProcessHandle> processes = new ArrayList<>(List.of(ProcessHandle.current()));
        Stream.of(ids.split(","))
                .filter(id -> !id.equals(NONE))
                .map(id -> ProcessHandle.of(Long.parseLong(id)).orElseThrow())
                .forEach(processes::add);
        return processes;
    }

    private static Duration millis(String number) {
        return Duration.ofMillis(Long.parseLong(number));
    }

    private static void print(String workload, Map<String, Double> figures) {
        StringBuilder line = new StringBuilder(FIGURES).append(workload);
        figures.forEach(
                (name, value) -> line.append(' ').append(name).append('=').append(value));
        System.out.println(line);
    }
}
