package dev.gale.adapter.memory;

import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.Reading.Reason;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.TckContext;
import dev.gale.tck.heartbeat.HeartbeatContract;
import java.nio.file.Path;

class MemoryHeartbeatContractTest extends HeartbeatContract {
    private final MemoryHeartbeats heartbeats =
            new MemoryHeartbeatsFactory().open(ConfigSection.empty("memory"), new TckContext());
    private int places;

    @Override
    protected Heartbeats open(TckContext context) {
        return heartbeats;
    }

    @Override
    protected Path freshPlace() {
        places++;
        return Path.of("workers", "w" + places, "heartbeat");
    }

    @Override
    protected void damage(Path place, Reason reason) {
        heartbeats.damage(place, reason);
    }

    @Override
    protected void breakOffNewestWrite(Path place) {
        heartbeats.breakOffNewestWrite(place);
    }
}
