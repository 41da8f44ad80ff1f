package dev.gale.distribution.cli;

import org.jspecify.annotations.Nullable;

/** A command that ends without success. */
final class CliException extends RuntimeException {
    private final ExitCode exitCode;

    CliException(ExitCode exitCode, String message) {
        this(exitCode, message, null);
    }

    CliException(ExitCode exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    ExitCode exitCode() {
        return exitCode;
    }
}
