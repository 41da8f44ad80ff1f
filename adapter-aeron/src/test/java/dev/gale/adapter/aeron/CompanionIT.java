package dev.gale.adapter.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.plugin.CompanionService;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.tck.TckContext;
import dev.gale.tck.transport.Ear;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is special to it; what every {@link CompanionService} keeps is in {@link CompanionContractIT}. */
@Timeout(120)
class CompanionIT {
    @TempDir
    private Path temporary;

    private final TckContext context = new TckContext();

    private CompanionService start() {
        ConfigSection section = ConfigSection.of("companion", Map.of("dir", base().toString()));
        return new AeronCompanionFactory().start(section, temporary.resolve("companion"), context);
    }

    private Path base() {
        return temporary.resolve("drivers");
    }

    @Test
    void twoProcessesOfAHostMeetAtItInSharedMemory() {
        Ear atLeft = new Ear();
        Ear atRight = new Ear();
        try (CompanionService companion = start();
                Pair one = new Pair(companion.clientSection());
                Pair other = new Pair(companion.clientSection())) {
            Endpoint left = one.bind(Pair.LEFT);
            Endpoint right = other.bind(Pair.RIGHT);
            Link link = left.link(right.address(), Pair.RIGHT, atLeft);
            // Nobody could answer at that address by UDP.
            right.link("127.0.0.1:1", Pair.LEFT, atRight);
            atLeft.awaitConnected(1);
            Pair.send(link, Pair.number(1));
            atRight.awaitFrames(1);

            assertThat(atLeft.reasons()).isEmpty();
        }
        assertThat(context.liveThreads()).isEmpty();
        assertThat(Files.exists(base())).isFalse();
    }
}
