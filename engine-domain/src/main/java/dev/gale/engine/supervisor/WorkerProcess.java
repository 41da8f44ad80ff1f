package dev.gale.engine.supervisor;

/**
 * One process. Pids are used again; a pid together with the time at which the process was started is not.
 *
 * @param startMillis as the operating system tells it, only ever compared with what it tells later
 * @param incarnation given by the supervisor that started it; part of every message the worker sends
 */
public record WorkerProcess(long pid, long startMillis, String incarnation) {}
