package dev.gale.examples.wordcount;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the arguments of the demo ask for.
 *
 * @param help only to explain the arguments
 * @param repeat how often the input is read
 * @param path the file or folder to read
 * @param place where the topology is to run
 */
public record DemoOptions(boolean help, int repeat, Path path, Place place) {
    static final String USAGE = "Usage: ./demo.sh [--repeat N] [FILE|FOLDER]";

    /** Where to run. */
    public enum Place {
        /** On a cluster that is taken down at the end. */
        CLUSTER,
        /** On a cluster that stays up when the words are counted, until the process is told to stop. */
        KEPT_CLUSTER,
        /** In this JVM. */
        LOCAL
    }

    private static final Path LEGAL_NOTICES = Path.of(System.getProperty("java.home"), "legal");

    /** @throws InputException if the arguments make no sense */
    static DemoOptions parse(List<String> arguments) throws InputException {
        Deque<String> rest = new ArrayDeque<>(arguments);
        boolean help = false;
        boolean onlyPaths = false;
        int repeat = 1;
        boolean local = false;
        boolean keep = false;
        @Nullable Path path = null;
        while (!rest.isEmpty()) {
            String argument = rest.pop();
            if (onlyPaths || !argument.startsWith("-")) {
                if (path != null) {
                    throw wrong("one file or folder at a time, not also '" + argument + "'");
                }
                path = parsePath(argument);
            } else if (argument.equals("--")) {
                onlyPaths = true;
            } else if (argument.equals("--help") || argument.equals("-h")) {
                help = true;
            } else if (argument.equals("--local")) {
                local = true;
            } else if (argument.equals("--keep")) {
                keep = true;
            } else if (argument.equals("--repeat")) {
                repeat = parseRepeat(rest.isEmpty() ? "" : rest.pop());
            } else if (argument.startsWith("--repeat=")) {
                repeat = parseRepeat(argument.substring("--repeat=".length()));
            } else {
                throw wrong("there is no option " + argument);
            }
        }
        if (local && keep) {
            throw wrong("--keep keeps a cluster, and with --local there is none");
        }
        Place place = keep ? Place.KEPT_CLUSTER : local ? Place.LOCAL : Place.CLUSTER;
        return new DemoOptions(help, repeat, path == null ? LEGAL_NOTICES : path, place);
    }

    private static int parseRepeat(String text) throws InputException {
        try {
            int repeat = Integer.parseInt(text);
            if (repeat >= 1) {
                return repeat;
            }
        } catch (NumberFormatException e) {
            // Told below, as a number below 1 is.
        }
        throw wrong("--repeat takes a number of 1 or more" + (text.isEmpty() ? "" : ", not '" + text + "'"));
    }

    /** A name of a file, or a URI: that carries names which the JVM's arguments do not, whatever their bytes. */
    private static Path parsePath(String text) throws InputException {
        if (text.isEmpty()) {
            throw wrong("the name of the file or folder is empty");
        }
        try {
            return text.startsWith("file:///") ? Path.of(URI.create(text)) : Path.of(text);
        } catch (IllegalArgumentException e) {
            throw new InputException("There is no file or folder '" + text + "'", e);
        }
    }

    private static InputException wrong(String what) {
        return new InputException(what + ". " + USAGE);
    }
}
