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

    private final Map<String, ArrayDeque<ReportedError>> byComponent = new TreeMap<>();

    synchronized void add(String component, int task, Throwable error) {
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace));
        ArrayDeque<ReportedError> of = byComponent.computeIfAbsent(component, key -> new ArrayDeque<>());
        if (of.size() == KEPT) {
            of.poll();
        }
        of.add(new ReportedError(component, task, Instant.now(), error.toString(), trace.toString()));
    }

    synchronized List<ReportedError> all() {
        List<ReportedError> all = new ArrayList<>();
        byComponent.values().forEach(all::addAll);
        return List.copyOf(all);
    }
}
