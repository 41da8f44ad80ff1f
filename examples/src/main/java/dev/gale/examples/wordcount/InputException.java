package dev.gale.examples.wordcount;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** The input cannot be read as asked; the message is one line for whoever asked. */
final class InputException extends Exception {
    InputException(String message) {
        super(message);
    }

    InputException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The file and what is wrong with it; the JDK's own messages of these two are the bare file name. */
    static String describe(IOException problem) {
        if (problem instanceof AccessDeniedException denied) {
            return denied.getFile() + ": permission denied";
        }
        if (problem instanceof NoSuchFileException missing) {
            return missing.getFile() + ": no such file";
        }
        return String.valueOf(problem.getMessage());
    }
}
