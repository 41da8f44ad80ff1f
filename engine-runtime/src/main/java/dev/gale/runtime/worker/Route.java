package dev.gale.runtime.worker;

import dev.gale.engine.task.TaskId;
import dev.gale.runtime.executor.RoomWaiter;

/** The way to one task and lane in another worker. It changes when the task moves; whoever sends there need not know. */
final class Route {
    private record Way(WorkerLink link, Credit credit) {}

    private final TaskId task;
    private final int lane;
    private volatile Way way;

    Route(TaskId task, int lane, WorkerLink link) {
        this.task = task;
        this.lane = lane;
        way = way(link);
    }

    TaskId task() {
        return task;
    }

    /** Called by executors. @return false if there is no credit or no room now; the waiters are woken when there is */
    boolean trySend(byte[] frame, RoomWaiter forCredit, RoomWaiter forRoom) {
        while (true) {
            Way now = way;
            if (now.link.trySend(frame, now.credit, forCredit, forRoom)) {
                return true;
            }
            if (now == way) {
                return false;
            }
            // The old way may have woken its waiters before this one was among them.
            now.credit.wake();
        }
    }

    /** Frames go there from now on. Called by one thread. */
    void use(WorkerLink link) {
        Way before = way;
        if (before.link != link) {
            way = way(link);
            before.credit.wake();
        }
    }

    private Way way(WorkerLink link) {
        return new Way(link, link.credit(task.number(), lane));
    }
}
