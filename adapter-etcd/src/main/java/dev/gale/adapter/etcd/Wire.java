package dev.gale.adapter.etcd;

import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.Compare.CompareResult;
import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchResponse;

/**
 * What etcd 3.4 understands and jetcd's messages have no names for, since they are of an older version: by the numbers of
 * etcd's {@code rpc.proto}, which stay what they are.
 */
final class Wire {
    /** {@code Compare.CompareTarget.LEASE}. */
    private static final int LEASE_TARGET = 4;

    /** {@code int64 Compare.lease}. */
    private static final int LEASE = 8;

    /** {@code bool WatchCreateRequest.fragment}. */
    private static final int FRAGMENTS = 8;

    /** {@code bool WatchResponse.fragment}. */
    private static final int FRAGMENT = 7;

    private Wire() {}

    /** Holds for keys that are bound to no lease, and for those that do not exist. */
    static Compare.Builder hasNoLease(Compare.Builder compare) {
        return compare.setTargetValue(LEASE_TARGET)
                .setResult(CompareResult.EQUAL)
                .setUnknownFields(number(LEASE, 0));
    }

    /** Changes that are too large for one message come in several. */
    static WatchCreateRequest.Builder inFragments(WatchCreateRequest.Builder create) {
        return create.setUnknownFields(number(FRAGMENTS, 1));
    }

    /** Whether more of the same changes follow in the next message. */
    static boolean isFragment(WatchResponse message) {
        return message.getUnknownFields().getField(FRAGMENT).getVarintList().contains(1L);
    }

    private static UnknownFieldSet number(int field, long value) {
        return UnknownFieldSet.newBuilder()
                .addField(field, Field.newBuilder().addVarint(value).build())
                .build();
    }
}
