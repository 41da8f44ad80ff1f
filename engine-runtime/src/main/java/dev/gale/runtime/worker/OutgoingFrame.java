package dev.gale.runtime.worker;

/** @param credit what the frame was charged to */
record OutgoingFrame(WorkerLink link, Credit credit, byte[] bytes) {}
