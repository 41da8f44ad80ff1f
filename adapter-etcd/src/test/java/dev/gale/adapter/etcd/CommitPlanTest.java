package dev.gale.adapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.Check;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.plugin.Bytes;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.ResponseOp;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommitPlanTest {
    /** What etcd takes unless it is told otherwise ({@code --max-request-bytes}). */
    private static final int MOST_BYTES = 1_536 * 1_024;

    private static final Key A = Key.of("/a");
    private static final Key B = Key.of("/a/b");
    private static final long LEASE = 77;

    @Test
    void aCommitIsOneTransaction() {
        TxnRequest request = new CommitPlan(Commit.builder("r")
                        .checkUnchanged(A, Envelope.version(5))
                        .checkAbsent(B)
                        .put(B, Bytes.utf8("b"))
                        .delete(Key.of("/c"))
                        .build())
                .transaction(LEASE, CommitPlan.NO_REVISION);

        assertThat(request.getCompareList())
                .extracting(it -> it.getKey().toStringUtf8() + it.getTargetValue())
                .containsExactly("/a" + 2, "/a/b" + 1, "/a" + 4);
        assertThat(request.getCompare(0).getModRevision()).isEqualTo(5);
        assertThat(request.getSuccessCount()).isEqualTo(2);
        assertThat(request.getSuccess(0).getRequestPut().getLease()).isZero();
        assertThat(request.getFailureCount()).isEqualTo(3);
    }

    @Test
    void onlySessionKeysAreBoundToTheLease() {
        TxnRequest request = new CommitPlan(Commit.builder("r")
                        .putForSession(A, Bytes.utf8("a"))
                        .put(Key.of("/c"), Bytes.empty())
                        .build())
                .transaction(LEASE, CommitPlan.NO_REVISION);

        assertThat(request.getSuccess(0).getRequestPut().getLease()).isEqualTo(LEASE);
        assertThat(request.getSuccess(1).getRequestPut().getLease()).isZero();
    }

    @Test
    void belowASessionKeyThereMayBeWhatIsDeletedAlone() {
        TxnRequest request = new CommitPlan(Commit.builder("r")
                        .putForSession(A, Bytes.empty())
                        .delete(Key.of("/a/c"))
                        .delete(Key.of("/a/x/y"))
                        .build())
                .transaction(LEASE, CommitPlan.NO_REVISION);

        assertThat(request.getCompareList())
                .extracting(it ->
                        it.getKey().toStringUtf8() + ".." + it.getRangeEnd().toStringUtf8())
                .containsExactly("/a/../a/c", "/a/c\0../a/x/y", "/a/x/y\0../a0");
    }

    @Test
    void aParentThatIsDeletedOrPutIsNoConcern() {
        CommitPlan plan = new CommitPlan(
                Commit.builder("r").delete(A).put(B, Bytes.empty()).build());

        assertThat(plan.transaction(LEASE, CommitPlan.NO_REVISION).getCompareList())
                .isEmpty();
        assertThat(plan.brokenInItself()).isEmpty();
        assertThat(new CommitPlan(Commit.builder("r")
                                .putForSession(A, Bytes.empty())
                                .put(B, Bytes.empty())
                                .build())
                        .brokenInItself())
                .isPresent();
    }

    /** O-82. */
    @Test
    void everyCommitAtTheLimitsFitsInOneTransactionOfEtcd() {
        Commit.Builder commit = Commit.builder("r".repeat(Commit.MAX_REQUEST_ID_LENGTH));
        int left = MetadataStore.MAX_COMMIT_BYTES;
        for (int i = 0; i < MetadataStore.MAX_OPERATIONS; i++) {
            Key key =
                    Key.of("/" + (char) ('a' + i / 26) + (char) ('a' + i % 26) + "/x".repeat((Key.MAX_LENGTH - 3) / 2));
            left -= key.path().length();
            int size = i + 1 < MetadataStore.MAX_OPERATIONS ? 0 : Math.min(left, MetadataStore.MAX_VALUE_BYTES);
            commit.put(key, Bytes.of(new byte[size]));
        }
        CommitPlan plan = new CommitPlan(commit.build());
        assertThat(plan.needsLook()).isTrue();
        TxnRequest request = plan.transaction(LEASE, 1_000);

        assertThat(request.getCompareCount()).isLessThanOrEqualTo(CommitPlan.MOST_OPERATIONS);
        assertThat(request.getSuccessCount()).isLessThanOrEqualTo(CommitPlan.MOST_OPERATIONS);
        assertThat(request.getFailureCount()).isLessThanOrEqualTo(CommitPlan.MOST_OPERATIONS);
        assertThat(request.getSerializedSize()).isLessThan(MOST_BYTES);
        assertThat(plan.looks()).allMatch(look -> look.getSuccessCount() <= CommitPlan.MOST_OPERATIONS);
    }

    @Test
    void parentsThatShareAComparisonMustNotHaveChangedSinceTheLook() {
        Commit.Builder commit = Commit.builder("r");
        for (int i = 0; i < 60; i++) {
            commit.put(Key.of("/p" + i + "/q/r/s"), Bytes.empty());
        }
        CommitPlan plan = new CommitPlan(commit.build());
        List<Compare> compares = plan.transaction(LEASE, 41).getCompareList();

        assertThat(plan.needsLook()).isTrue();
        assertThat(compares)
                .hasSize(90)
                .allMatch(it -> it.getModRevision() == 42 && !it.getRangeEnd().isEmpty());
    }

    @Test
    void theFirstCheckThatDoesNotHoldIsNamed() {
        CommitPlan plan = new CommitPlan(Commit.builder("r")
                .checkPresent(A)
                .checkAbsent(B)
                .put(Key.of("/c"), Bytes.empty())
                .build());

        assertThat(plan.refused(answer(found(A, "", 3), found(B, "", 4), nothing())))
                .contains(new CommitResult.Refused(Check.absent(B)));
        assertThat(plan.refused(answer(found(A, "", 3), nothing(), nothing()))).isEmpty();
    }

    @Test
    void aCommitThatHadHappenedIsRecognizedByWhatItPut() {
        CommitPlan plan = new CommitPlan(
                Commit.builder("mine").checkAbsent(A).put(A, Bytes.utf8("a")).build());

        assertThat(plan.refused(answer(found(A, "", 9), found(A, "mine", 9))))
                .contains(new CommitResult.Accepted(Map.of(A, Envelope.version(9))));
        assertThat(plan.refused(answer(found(A, "", 9), found(A, "theirs", 9))))
                .contains(new CommitResult.Refused(Check.absent(A)));
    }

    @Test
    void aVersionOfAnotherStoreNeverHolds() {
        TxnRequest request = new CommitPlan(Commit.builder("r")
                        .checkUnchanged(A, new Version("no revision"))
                        .put(A, Bytes.empty())
                        .build())
                .transaction(LEASE, CommitPlan.NO_REVISION);

        assertThat(request.getCompare(0).getModRevision()).isNegative();
    }

    private static TxnResponse answer(ResponseOp... responses) {
        return TxnResponse.newBuilder().addAllResponses(List.of(responses)).build();
    }

    private static ResponseOp found(Key key, String request, long revision) {
        KeyValue.Builder state = KeyValue.newBuilder().setKey(Keys.of(key)).setModRevision(revision);
        if (!request.isEmpty()) {
            state.setValue(Envelope.encode(request, Bytes.utf8("value")));
        }
        return ResponseOp.newBuilder()
                .setResponseRange(RangeResponse.newBuilder().addKvs(state))
                .build();
    }

    private static ResponseOp nothing() {
        return ResponseOp.newBuilder()
                .setResponseRange(RangeResponse.getDefaultInstance())
                .build();
    }
}
