package dev.gale.distribution.daemon;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * A call of {@code System.exit}, which does not return: its thread waits for the hooks that run now. A signal makes none.
 *
 * @param thread its name
 * @param trace where the call is
 */
record ExitCall(String thread, Throwable trace) {
    /** The one that is under way in this process. */
    static Optional<ExitCall> find() {
        for (Map.Entry<Thread, StackTraceElement[]> entry :
                Thread.getAllStackTraces().entrySet()) {
            if (Arrays.stream(entry.getValue()).anyMatch(ExitCall::isExit)) {
                Throwable trace = new IllegalStateException("System.exit");
                trace.setStackTrace(entry.getValue());
                return Optional.of(new ExitCall(entry.getKey().getName(), trace));
            }
        }
        return Optional.empty();
    }

    private static boolean isExit(StackTraceElement frame) {
        return frame.getClassName().equals("java.lang.Runtime")
                && frame.getMethodName().equals("exit");
    }
}
