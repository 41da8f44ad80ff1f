package dev.gale.engine.supervisor;

/** What a supervisor wants done on its host. */
public sealed interface SupervisorCommand {
    /** Why, for people. */
    String reason();

    /** Get a topology's files, if they are not here; answered by {@code codeReady} or {@code codeFailed}. */
    record FetchCode(String topology, String digest, String reason) implements SupervisorCommand {}

    /** Delete a topology's files: no slot uses them. */
    record DeleteCode(String topology, String reason) implements SupervisorCommand {}

    /** Start a worker; answered by {@code launched} or {@code launchFailed}. */
    record Launch(int port, SlotAssignment assignment, String reason) implements SupervisorCommand {}

    /** Ask a worker to end. */
    record Terminate(int port, WorkerProcess process, String reason) implements SupervisorCommand {}

    /** End a worker at once. */
    record Kill(int port, WorkerProcess process, String reason) implements SupervisorCommand {}

    /** Remove what an ended worker has left on disk, but for its logs. */
    record CleanUp(int port, WorkerProcess process, String reason) implements SupervisorCommand {}
}
