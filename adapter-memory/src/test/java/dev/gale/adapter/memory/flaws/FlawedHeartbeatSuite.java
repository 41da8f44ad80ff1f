package dev.gale.adapter.memory.flaws;

import dev.gale.adapter.memory.MemoryHeartbeats;
import dev.gale.adapter.memory.MemoryHeartbeatsFactory;
import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.Reading.Reason;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import dev.gale.tck.heartbeat.HeartbeatContract;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtendWith;

/** Run by {@link HeartbeatFlawsTest} alone: its name is none of a test. */
@ExtendWith(Findings.Resolver.class)
class FlawedHeartbeatSuite extends HeartbeatContract {
    private final HeartbeatFlaw flaw;
    private final MemoryHeartbeats sound =
            new MemoryHeartbeatsFactory().open(ConfigSection.empty("memory"), new TckContext());
    private int places;

    FlawedHeartbeatSuite(HeartbeatFlaw flaw) {
        this.flaw = flaw;
    }

    @Override
    protected Heartbeats open(TckContext context) {
        return flaw.in(sound);
    }

    @Override
    protected Path freshPlace() {
        places++;
        return Path.of("workers", "w" + places, "heartbeat");
    }

    @Override
    protected void damage(Path place, Reason reason) {
        sound.damage(place, reason);
    }

    @Override
    protected void breakOffNewestWrite(Path place) {
        if (flaw == HeartbeatFlaw.LOSES_ALL_WITH_A_BROKEN_WRITE) {
            sound.damage(place, Reason.TRUNCATED);
        } else {
            sound.breakOffNewestWrite(place);
        }
    }

    @Override
    protected Patience patience() {
        return new Patience(Findings.SHORT);
    }
}
