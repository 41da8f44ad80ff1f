package dev.gale.bench.cluster;

import java.util.List;

/**
 * The command line of {@code ./bench.sh frames}.
 *
 * @param paths asked for; empty: all that are installed
 */
record FrameArguments(List<FramePath> paths, boolean quick) {
    private static final String USAGE = "usage: ./bench.sh frames [--paths tcp,netty,aeron-ipc] [--quick]";

    FrameArguments {
        paths = List.copyOf(paths);
    }

    /** @throws IllegalArgumentException with one line for the user */
    static FrameArguments parse(List<String> words) {
        List<FramePath> paths = List.of();
        boolean quick = false;
        for (int i = 0; i < words.size(); i++) {
            switch (words.get(i)) {
                case "--quick" -> quick = true;
                case "--paths" ->
                    paths = Names.after(words, i++, USAGE).stream()
                            .map(FrameArguments::path)
                            .toList();
                default -> throw new IllegalArgumentException("unknown option '" + words.get(i) + "'; " + USAGE);
            }
        }
        return new FrameArguments(paths, quick);
    }

    private static FramePath path(String label) {
        return FramePath.labelled(label)
                .orElseThrow(() ->
                        new IllegalArgumentException("unknown path '" + label + "'; there are: " + FramePath.labels()));
    }
}
