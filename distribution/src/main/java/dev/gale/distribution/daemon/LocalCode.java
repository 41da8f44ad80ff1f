package dev.gale.distribution.daemon;

import dev.gale.runtime.code.CodeFile;
import dev.gale.runtime.code.SafeNames;
import dev.gale.runtime.supervisor.CodeSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** The files of a nimbus on the same host. */
final class LocalCode implements CodeSource {
    private final Path stormdist;

    /** @param nimbusDirectory in which that nimbus keeps its files */
    LocalCode(Path nimbusDirectory) {
        stormdist = nimbusDirectory.resolve("stormdist");
    }

    @Override
    public InputStream open(String topology, String digest, CodeFile file) throws IOException {
        Path directory = SafeNames.child(stormdist, SafeNames.topologyId(topology));
        return Files.newInputStream(directory.resolve(file.fileName()), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public String toString() {
        return stormdist.toString();
    }
}
