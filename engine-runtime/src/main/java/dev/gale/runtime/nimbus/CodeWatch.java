package dev.gale.runtime.nimbus;

import dev.gale.api.TopologyStatus;
import dev.gale.engine.nimbus.TopologyRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees that the leader has the code of all topologies, or says whose it lacks. A topology without code stays: it runs where its
 * supervisors have the code, and whoever has it may come back. Of the control thread; what blocks is done on the disk's.
 */
final class CodeWatch {
    private static final Logger LOG = LoggerFactory.getLogger(CodeWatch.class);

    private final NimbusDriver driver;
    private final TopologyFiles files;
    private final Executor disk;
    private final Executor control;

    /** Why, by topology. */
    private SortedMap<String, String> missing = new TreeMap<>();

    private boolean underWay;

    CodeWatch(NimbusDriver driver, TopologyFiles files, Executor disk, Executor control) {
        this.driver = driver;
        this.files = files;
        this.disk = disk;
        this.control = control;
    }

    /** What this leader lacks of a topology, for people. */
    Optional<String> missing(String topology) {
        return Optional.ofNullable(missing.get(topology));
    }

    /** Does not wait for the outcome; does nothing while an earlier look goes on. */
    void look() {
        if (!driver.isInCharge()) {
            missing.clear();
        } else if (!underWay) {
            underWay = true;
            List<TopologyRecord> topologies = driver.machine().topologies().values().stream()
                    .filter(topology -> topology.status() != TopologyStatus.KILLED)
                    .toList();
            disk.execute(() -> look(topologies));
        }
    }

    private void look(List<TopologyRecord> topologies) {
        SortedMap<String, String> found = new TreeMap<>();
        try {
            for (TopologyRecord topology : topologies) {
                try {
                    files.ensure(topology.id(), topology.codeDigest());
                } catch (RuntimeException e) {
                    found.put(topology.id(), String.valueOf(e.getMessage()));
                }
            }
        } finally {
            control.execute(() -> {
                underWay = false;
                if (driver.isInCharge()) {
                    tell(found);
                }
            });
        }
    }

    /** Once for each topology, not once for each look. */
    private void tell(SortedMap<String, String> found) {
        SortedMap<String, String> texts = new TreeMap<>();
        found.forEach((topology, why) -> {
            texts.put(
                    topology,
                    "The leading nimbus lacks the topology's code, and supervisors cannot fetch it there; start the nimbus that has it, "
                            + "or kill the topology and submit it again. " + why);
            if (!missing.containsKey(topology)) {
                LOG.error("topology={} {}", topology, texts.get(topology));
            }
        });
        List<String> back = new ArrayList<>(missing.keySet());
        back.removeAll(texts.keySet());
        back.stream()
                .filter(driver.machine().topologies()::containsKey)
                .forEach(topology -> LOG.info("topology={} its code is here now", topology));
        missing = texts;
    }
}
