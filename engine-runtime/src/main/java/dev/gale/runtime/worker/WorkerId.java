package dev.gale.runtime.worker;

import dev.gale.engine.cluster.WorkerSlot;

/**
 * Which worker a process is.
 *
 * @param topology its id
 * @param name of the topology
 * @param generation of the slot that the process was started for
 * @param incarnation of this process, given by its supervisor
 */
public record WorkerId(String topology, String name, WorkerSlot slot, long generation, String incarnation) {}
