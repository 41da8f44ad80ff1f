package dev.gale.runtime.supervisor;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Why a file could not be used: the JDK's messages name either the path or the reason, seldom both. */
final class Reasons {
    private Reasons() {}

    static String of(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "it is not there";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "something else is there already";
        }
        if (e instanceof FileSystemException known && known.getReason() != null) {
            return known.getReason();
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    /** Names the file that the failure is about, or the given one if that is not told. */
    static EngineException failure(String what, Path path, IOException e) {
        String file =
                e instanceof FileSystemException known && known.getFile() != null ? known.getFile() : path.toString();
        return new EngineException(Category.UNAVAILABLE, what + ": " + file + ": " + of(e), e);
    }
}
