package dev.gale.runtime.code;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** The files of one topology, wherever they come from. */
@FunctionalInterface
public interface CodeContent {
    /** The caller closes it. */
    InputStream open(CodeFile file) throws IOException;

    /** What nimbus has at a submit: an upload, and what it made of the declaration. */
    static CodeContent of(Path jar, TopologyCode code, TopologyConf conf) {
        return file -> switch (file) {
            case JAR -> Files.newInputStream(jar, LinkOption.NOFOLLOW_LINKS);
            case CODE -> new ByteArrayInputStream(code.encode());
            case CONF -> new ByteArrayInputStream(conf.encode());
        };
    }
}
