package dev.gale.local;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The newest errors of each component. */
final class ErrorLog {
    private static final int KEPT = 10;

    /** Characters of a message, and of a stack trace. */
    static final int LONGEST = 16_000;

    private final Map<String, ArrayDeque<ReportedError>> byComponent = new TreeMap<>();

    ReportedError add(String component, int task, Throwable error) {
        ReportedError reported = describe(component, task, error);
        synchronized (this) {
            ArrayDeque<ReportedError> of = byComponent.computeIfAbsent(component, key -> new ArrayDeque<>());
            if (of.size() == KEPT) {
                of.poll();
            }
            of.add(reported);
        }
        return reported;
    }

    /** Never throws, though the messages of users' exceptions are users' code. */
    private static ReportedError describe(String component, int task, Throwable error) {
        try {
            StringWriter trace = new StringWriter();
            error.printStackTrace(new PrintWriter(trace));
            return new ReportedError(component, task, Instant.now(), cut(error.toString()), cut(trace.toString()));
        } catch (Throwable e) {
            String message = error.getClass().getName() + ", whose message cannot be read";
            return new ReportedError(component, task, Instant.now(), message, message);
        }
    }

    private static String cut(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST - 3) + "..." : text;
    }

    synchronized List<ReportedError> all() {
        List<ReportedError> all = new ArrayList<>();
        byComponent.values().forEach(all::addAll);
        return List.copyOf(all);
    }
}
