package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;

/** What Aeron's buffers need of the JVM: without it, its first use of memory fails with an error that says little. */
final class JvmFlags {
    private static final String PACKAGE = "jdk.internal.misc";

    private JvmFlags() {}

    /** @throws EngineException REJECTED that says which flag is missing */
    static void check() {
        Module base = Object.class.getModule();
        Module own = org.agrona.DirectBuffer.class.getModule();
        if (!base.isExported(PACKAGE, own) && !base.isOpen(PACKAGE, own)) {
            throw new EngineException(
                    Category.REJECTED,
                    "the transport on Aeron needs the JVM flag --add-opens=java.base/" + PACKAGE
                            + "=ALL-UNNAMED; start the JVM with it, or choose another transport");
        }
    }
}
