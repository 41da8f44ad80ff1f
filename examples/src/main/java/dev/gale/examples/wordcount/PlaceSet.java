package dev.gale.examples.wordcount;

import java.util.HashMap;
import java.util.Map;

/**
 * A set of the places where words start, at one bit for two places: between two words lies at least one byte, so no two words share
 * a bit. Kept in pages, because places of different files lie far apart.
 */
final class PlaceSet {
    private static final int PAGE_BITS = 11;

    private final Map<Long, long[]> pages = new HashMap<>();

    private long currentNumber = -1;
    private long[] current = {};

    /** False if it was there before. */
    boolean add(long place) {
        long index = place >>> 1;
        long[] page = page(index >>> PAGE_BITS);
        int word = (int) (index & ((1 << PAGE_BITS) - 1)) >>> 6;
        long bit = 1L << index;
        if ((page[word] & bit) != 0) {
            return false;
        }
        page[word] |= bit;
        return true;
    }

    private long[] page(long number) {
        if (number != currentNumber) {
            current = pages.computeIfAbsent(number, absent -> new long[1 << (PAGE_BITS - 6)]);
            currentNumber = number;
        }
        return current;
    }
}
