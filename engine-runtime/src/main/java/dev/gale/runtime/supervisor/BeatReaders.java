package dev.gale.runtime.supervisor;

import dev.gale.engine.supervisor.WorkerProcess;
import dev.gale.spi.heartbeat.HeartbeatReader;
import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.Reading;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The heartbeats of the workers that run. Damage is told once, until it is another. */
final class BeatReaders {
    private static final Logger LOG = LoggerFactory.getLogger(BeatReaders.class);

    private final Heartbeats heartbeats;
    private final Map<Path, HeartbeatReader> readers = new ConcurrentHashMap<>();
    private final Map<Path, Reading.Reason> troubles = new ConcurrentHashMap<>();

    BeatReaders(Heartbeats heartbeats) {
        this.heartbeats = heartbeats;
    }

    /** The place is one incarnation's alone; a beat of another process or another generation is not its. */
    Optional<Host.Beat> last(Path place, WorkerProcess process, long generation) {
        Reading reading = readers.computeIfAbsent(place, heartbeats::reader).read();
        if (reading instanceof Reading.Beat beat) {
            troubles.remove(place);
            return beat.writer().pid() == process.pid() && beat.writer().generation() == generation
                    ? Optional.of(new Host.Beat(process.incarnation(), beat.sequence()))
                    : Optional.empty();
        }
        if (reading instanceof Reading.NoHeartbeat none
                && none.reason() != Reading.Reason.ABSENT
                && troubles.put(place, none.reason()) != none.reason()) {
            LOG.warn("incarnation={} its heartbeat cannot be used: {}", process.incarnation(), none.detail());
        }
        return Optional.empty();
    }

    void forget(Path place) {
        HeartbeatReader reader = readers.remove(place);
        if (reader != null) {
            reader.close();
        }
        troubles.remove(place);
        heartbeats.remove(place);
    }

    void close() {
        readers.values().forEach(HeartbeatReader::close);
        readers.clear();
    }
}
