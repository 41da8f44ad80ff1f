package dev.gale.runtime.nimbus;

import dev.gale.control.NimbusSummary;
import dev.gale.runtime.store.Keys;
import dev.gale.spi.metadata.Leader;
import dev.gale.spi.metadata.MetadataStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** Says who leads, as the store has it. */
final class LeaderFinder {
    private final MetadataStore store;
    private final Keys keys;
    private final String ownAddress;
    private final String version;

    LeaderFinder(MetadataStore store, Keys keys, String ownAddress, String version) {
        this.store = store;
        this.keys = keys;
        this.ownAddress = ownAddress;
        this.version = version;
    }

    /** Host and port of the leader's API; empty if nobody leads, or the store does not answer. */
    CompletionStage<String> address() {
        return leader().handle((leader, failure) ->
                failure == null ? leader.map(of -> of.description().utf8()).orElse("") : "");
    }

    /** The leader first, if there is one, and this one. */
    CompletionStage<List<NimbusSummary>> nimbuses() {
        return leader().thenApply(leader -> {
            List<NimbusSummary> all = new ArrayList<>();
            String leading = leader.map(of -> of.description().utf8()).orElse("");
            leader.ifPresent(of -> all.add(new NimbusSummary(
                    leading, true, OptionalLong.of(of.epoch()), leading.equals(ownAddress) ? version : "")));
            if (!leading.equals(ownAddress)) {
                all.add(new NimbusSummary(ownAddress, false, OptionalLong.empty(), version));
            }
            return all;
        });
    }

    private CompletionStage<Optional<Leader>> leader() {
        return store.read(keys.leader()).thenApply(state -> state.map(Leader::of));
    }
}
