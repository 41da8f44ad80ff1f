package dev.gale.adapter.localfile;

import dev.gale.spi.heartbeat.HeartbeatWriter;
import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.WriterIdentity;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.TckContext;
import java.nio.file.Path;

/** Beats as fast as it can until it is killed. Ends by itself when its parent has. */
final class BeatingProcess {
    private BeatingProcess() {}

    public static void main(String[] arguments) {
        ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
        WriterIdentity self = new WriterIdentity(ProcessHandle.current().pid(), Long.parseLong(arguments[1]), 1);
        Heartbeats heartbeats =
                new LocalFileHeartbeatsFactory().open(ConfigSection.empty("localfile"), new TckContext());
        HeartbeatWriter writer = heartbeats.writer(Path.of(arguments[0]), self);
        for (long sequence = 1; sequence % 10_000 != 0 || parent.isAlive(); sequence++) {
            writer.write(Beats.payload(self, sequence));
        }
    }
}
