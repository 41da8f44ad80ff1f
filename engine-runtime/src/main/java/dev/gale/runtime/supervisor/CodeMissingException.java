package dev.gale.runtime.supervisor;

/** A topology's files, which were thought to be on this host, are not, or not whole. */
public final class CodeMissingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CodeMissingException(String message) {
        super(message);
    }
}
