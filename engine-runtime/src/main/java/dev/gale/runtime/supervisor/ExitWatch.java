package dev.gale.runtime.supervisor;

import dev.gale.engine.supervisor.WorkerProcess;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Waits for processes that are no children of this one. They are looked at again and again, since nobody tells about their end; the
 * JDK does the same, but waits for ever for one that its parent takes no notice of.
 */
final class ExitWatch {
    private final ProcessTable processes;
    private final Map<WorkerProcess, CompletableFuture<Void>> awaited = new ConcurrentHashMap<>();

    ExitWatch(ProcessTable processes) {
        this.processes = processes;
    }

    CompletionStage<Void> gone(WorkerProcess process) {
        return awaited.computeIfAbsent(process, unseen -> new CompletableFuture<>());
    }

    void poll() {
        awaited.forEach((process, end) -> {
            if (!processes.isAlive(process)) {
                awaited.remove(process);
                end.complete(null);
            }
        });
    }
}
