package dev.gale.spi.heartbeat;

/**
 * Who beats. Pid and start together name one process: pids come again.
 *
 * @param pid the process id
 * @param processStart when the process started, in the unit of whoever compares it
 * @param generation which holder of the place the process is, as it was told at its start
 */
public record WriterIdentity(long pid, long processStart, long generation) {}
