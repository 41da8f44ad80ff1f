package dev.gale.distribution.client;

import java.util.List;
import java.util.stream.Collectors;

/** The seeds, and whichever nimbus answered last: that one is asked first. Safe for use by several threads. */
final class Addresses {
    private final List<Address> seeds;
    private volatile Address first;

    Addresses(List<Address> seeds) {
        this.seeds = List.copyOf(seeds);
        first = this.seeds.get(0);
    }

    Address first() {
        return first;
    }

    void answered(Address address) {
        first = address;
    }

    /** The seed behind {@code current}, or the first if it is none. */
    Address after(Address current) {
        return seeds.get((seeds.indexOf(current) + 1) % seeds.size());
    }

    int count() {
        return seeds.size();
    }

    @Override
    public String toString() {
        return seeds.stream().map(Address::hostPort).collect(Collectors.joining(", "));
    }
}
