package dev.gale.adapter.localfile;

import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.Reading.Reason;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.TckContext;
import dev.gale.tck.heartbeat.HeartbeatContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LocalFileHeartbeatContractIT extends HeartbeatContract {
    @TempDir
    Path folder;

    private int places;

    /** Chronicle has one for the process from its first file on. */
    @Override
    protected boolean mayOutliveClose(Thread thread) {
        return thread.getName().equals("background~resource~releaser");
    }

    @Override
    protected Heartbeats open(TckContext context) {
        return new LocalFileHeartbeatsFactory().open(ConfigSection.empty("localfile"), context);
    }

    @Override
    protected Path freshPlace() throws IOException {
        places++;
        return Files.createDirectories(folder.resolve("w" + places)).resolve("heartbeat");
    }

    @Override
    protected void damage(Path place, Reason reason) throws IOException {
        Damage.to(place, reason);
    }

    @Override
    protected void breakOffNewestWrite(Path place) throws IOException {
        Damage.breakOff(
                place, PlaceReader.look(place).newest().orElseThrow().beat().sequence());
    }
}
