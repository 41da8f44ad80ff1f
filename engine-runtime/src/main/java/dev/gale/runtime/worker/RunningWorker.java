package dev.gale.runtime.worker;

import dev.gale.runtime.store.AssignmentRecord;
import dev.gale.runtime.store.WorkerBeat;

/** A worker as the one sees it who follows the store for it. Called on the control thread; nothing blocks. */
public interface RunningWorker {
    /** Its peers are where this assignment says. */
    void usePeers(AssignmentRecord record);

    void setActive(boolean active);

    /** @param drain whether what is under way may still be finished, up to the grace */
    void exit(String reason, boolean drain);

    /** How it is now. */
    WorkerBeat beat();
}
