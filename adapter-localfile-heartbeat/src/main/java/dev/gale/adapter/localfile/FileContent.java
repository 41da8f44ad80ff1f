package dev.gale.adapter.localfile;

import dev.gale.adapter.localfile.Half.State;
import dev.gale.spi.heartbeat.Reading.Reason;
import java.util.Optional;

/**
 * What one look at a file found: the newest whole beat, or why there is none.
 *
 * @param newest the newest whole beat
 * @param reason why there is none; with a newest beat, what is wrong with the other half, or nothing
 * @param detail for people, without the place
 */
record FileContent(Optional<StoredBeat> newest, Optional<Reason> reason, String detail) {
    static final int BYTES = 2 * Half.BYTES;

    static FileContent nothing(Reason reason, String detail) {
        return new FileContent(Optional.empty(), Optional.of(reason), detail);
    }

    /** Where the record of that number goes, so that the one before it stays. */
    static int offset(long sequence) {
        return (int) (sequence % 2) * Half.BYTES;
    }

    /** @param file all bytes of the file, or at least one more than it may have */
    static FileContent of(byte[] file) {
        if (file.length == 0) {
            return nothing(Reason.EMPTY, "has no bytes");
        }
        if (file.length < BYTES) {
            return nothing(Reason.TRUNCATED, "has " + file.length + " bytes of " + BYTES);
        }
        if (file.length > BYTES) {
            return nothing(Reason.UNREADABLE, "has more than " + BYTES + " bytes");
        }
        return of(Half.decode(file, 0), Half.decode(file, Half.BYTES));
    }

    /** True when a second look may find more: a half may have been read while it was being written. */
    boolean maybeInPassing() {
        return reason.filter(Reason.BAD_CHECKSUM::equals).isPresent();
    }

    private static FileContent of(Half first, Half second) {
        Optional<StoredBeat> newest = newest(first, second);
        boolean broken = first.state() == State.BROKEN || second.state() == State.BROKEN;
        if (broken) {
            return new FileContent(newest, Optional.of(Reason.BAD_CHECKSUM), "has a record whose checksum is wrong");
        }
        if (newest.isPresent()) {
            return new FileContent(newest, Optional.empty(), "");
        }
        if (first.state() == State.NUL && second.state() == State.NUL) {
            return nothing(Reason.NUL_FILLED, "has nothing but NUL bytes");
        }
        return nothing(Reason.UNREADABLE, "has another format");
    }

    private static Optional<StoredBeat> newest(Half first, Half second) {
        if (first.stored().isEmpty() || second.stored().isEmpty()) {
            return first.stored().or(second::stored);
        }
        StoredBeat one = first.stored().get();
        StoredBeat other = second.stored().get();
        return Optional.of(one.beat().sequence() > other.beat().sequence() ? one : other);
    }
}
