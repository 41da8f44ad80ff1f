package dev.gale.runtime.worker;

/** A frame on its way to the sender's thread. */
record OutgoingFrame(WorkerLink link, byte[] bytes) {}
