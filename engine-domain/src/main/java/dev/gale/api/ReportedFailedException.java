package dev.gale.api;

/** A {@link FailedException} that is reported among the component's errors as well. */
public class ReportedFailedException extends FailedException {
    public ReportedFailedException() {}

    public ReportedFailedException(String message) {
        super(message);
    }

    public ReportedFailedException(String message, Throwable cause) {
        super(message, cause);
    }

    public ReportedFailedException(Throwable cause) {
        super(cause);
    }
}
