package dev.gale.engine.ack;

import java.util.Arrays;

/**
 * A table from non-zero longs to two longs each, in one array: open addressing, linear probing, no tombstones. Iteration by slot
 * must not show in any outcome but as a set. Single-threaded.
 */
final class LongTable {
    private static final int STRIDE = 3;
    private static final int INITIAL_ENTRIES = 64;

    private long[] entries = new long[INITIAL_ENTRIES * STRIDE];
    private int mask = INITIAL_ENTRIES - 1;
    private int size;
    private int drained;

    int size() {
        return size;
    }

    /** Slots there are, for a walk over all of them. */
    int slots() {
        return mask + 1;
    }

    /** 0 if the slot is free. */
    long key(int slot) {
        return entries[slot * STRIDE];
    }

    long first(int slot) {
        return entries[slot * STRIDE + 1];
    }

    void first(int slot, long value) {
        entries[slot * STRIDE + 1] = value;
    }

    long second(int slot) {
        return entries[slot * STRIDE + 2];
    }

    void second(int slot, long value) {
        entries[slot * STRIDE + 2] = value;
    }

    /** The slot of the key, or -1. */
    int find(long key) {
        int slot = home(key);
        while (true) {
            long found = key(slot);
            if (found == key) {
                return slot;
            }
            if (found == 0) {
                return -1;
            }
            slot = slot + 1 & mask;
        }
    }

    /** The slot of the key, made with both values 0 if it was not there. */
    int findOrAdd(long key) {
        if (size * 2 > mask) {
            grow();
        }
        int slot = home(key);
        while (true) {
            long found = key(slot);
            if (found == key) {
                return slot;
            }
            if (found == 0) {
                entries[slot * STRIDE] = key;
                size++;
                return slot;
            }
            slot = slot + 1 & mask;
        }
    }

    /**
     * Removes the entry in {@code slot}; a later one may move into it, so a walk looks at the slot again.
     */
    void remove(int slot) {
        size--;
        int gap = slot;
        int next = gap + 1 & mask;
        while (key(next) != 0) {
            int wanted = home(key(next));
            if ((next - wanted & mask) >= (next - gap & mask)) {
                System.arraycopy(entries, next * STRIDE, entries, gap * STRIDE, STRIDE);
                gap = next;
            }
            next = next + 1 & mask;
        }
        Arrays.fill(entries, gap * STRIDE, gap * STRIDE + STRIDE, 0);
    }

    /**
     * Moves keys and first values, in turn, into {@code pairs}, going on where the last call ended.
     *
     * @return how many entries were moved, at most {@code most}
     */
    int drain(long[] pairs, int most) {
        int count = 0;
        int slot = drained & mask;
        for (int seen = 0; count < most && size > 0 && seen <= 2 * mask; seen++) {
            while (key(slot) != 0 && count < most) {
                pairs[2 * count] = key(slot);
                pairs[2 * count + 1] = first(slot);
                count++;
                remove(slot);
            }
            slot = slot + 1 & mask;
        }
        drained = slot;
        return count;
    }

    private int home(long key) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32) & mask;
    }

    private void grow() {
        long[] old = entries;
        mask = mask * 2 + 1;
        entries = new long[(mask + 1) * STRIDE];
        size = 0;
        for (int at = 0; at < old.length; at += STRIDE) {
            if (old[at] != 0) {
                int slot = findOrAdd(old[at]);
                first(slot, old[at + 1]);
                second(slot, old[at + 2]);
            }
        }
    }
}
