package dev.gale.adapter.localfile;

import dev.gale.spi.heartbeat.Reading.Beat;

/**
 * A beat as the file has it.
 *
 * @param writer a random number of the writer that wrote it, since one process may open a place twice and count from 1
 *     again
 */
record StoredBeat(long writer, Beat beat) {
    boolean sameWriterAs(StoredBeat other) {
        return writer == other.writer && beat.writer().equals(other.beat.writer());
    }

    boolean isBefore(StoredBeat other) {
        return sameWriterAs(other) && beat.sequence() < other.beat.sequence();
    }
}
