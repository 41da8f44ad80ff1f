package dev.gale.distribution.cli;

import dev.gale.control.ControlException;
import dev.gale.spi.plugin.EngineException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;

/** What a script learns. */
enum ExitCode {
    OK(0),
    FAILED(1),
    /** The command line, or a file that it names, makes no sense. */
    USAGE(2),
    NOT_FOUND(3),
    CONFLICT(4),
    DENIED(5),
    UNREACHABLE(6),
    TIMEOUT(7),
    /** The configuration makes no sense. */
    CONFIG(78);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /** Of what the engine says in this process: an adapter that cannot be loaded, a store that does not answer. */
    static ExitCode of(EngineException.Category category) {
        return switch (category) {
            case REJECTED -> CONFIG;
            case UNAVAILABLE -> UNREACHABLE;
            case FENCED, FATAL -> FAILED;
        };
    }

    static ExitCode of(ControlException failure) {
        return switch (failure.kind()) {
            case NOT_FOUND -> NOT_FOUND;
            case CONFLICT -> CONFLICT;
            case INVALID -> USAGE;
            case DENIED -> DENIED;
            case UNAVAILABLE ->
                failure.getCause() instanceof HttpTimeoutException
                                && !(failure.getCause() instanceof HttpConnectTimeoutException)
                        ? TIMEOUT
                        : UNREACHABLE;
            case NOT_LEADING -> UNREACHABLE;
            case TOO_LARGE, INTERNAL -> FAILED;
        };
    }
}
