package dev.gale.runtime.worker;

/** A frame of tuples as it came from another worker, in a lane; the executor decodes it. */
record EncodedBatch(byte[] frame, Consumption consumption) {}
