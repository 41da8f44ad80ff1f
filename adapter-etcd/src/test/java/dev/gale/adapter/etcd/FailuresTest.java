package dev.gale.adapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.net.ConnectException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FailuresTest {
    private final Failures failures = new Failures("etcd1:2379");

    @ParameterizedTest
    @EnumSource(names = {"UNAVAILABLE", "DEADLINE_EXCEEDED", "CANCELLED", "INTERNAL", "UNKNOWN"})
    void noAnswerIsUnavailable(Code code) {
        StatusRuntimeException status = status(code, "etcdserver: request timed out");
        EngineException failure = failures.of("read of /a", new CompletionException(status));

        assertThat(failure.category()).isEqualTo(Category.UNAVAILABLE);
        assertThat(failure)
                .hasMessage("read of /a: no answer from etcd1:2379 (" + code + ", etcdserver: request timed out)")
                .hasCause(status);
    }

    @ParameterizedTest
    @CsvSource({
        "RESOURCE_EXHAUSTED, mvcc: database space exceeded, UNAVAILABLE",
        "RESOURCE_EXHAUSTED, etcdserver: too many requests, UNAVAILABLE",
        "RESOURCE_EXHAUSTED, gRPC message exceeds maximum size, REJECTED",
        "NOT_FOUND, etcdserver: requested lease not found, UNAVAILABLE",
        "OUT_OF_RANGE, etcdserver: mvcc: required revision has been compacted, UNAVAILABLE",
        "INVALID_ARGUMENT, etcdserver: request is too large, REJECTED",
        "INVALID_ARGUMENT, etcdserver: revision of auth store is old, UNAVAILABLE"
    })
    void whatEtcdSaysDecides(Code code, String description, Category category) {
        assertThat(failures.of("x", status(code, description)).category()).isEqualTo(category);
    }

    @ParameterizedTest
    @CsvSource({
        "PERMISSION_DENIED, etcdserver: permission denied, metadata.root",
        "INVALID_ARGUMENT, etcdserver: user name is empty, set etcd.user",
        "INVALID_ARGUMENT, 'etcdserver: authentication failed, invalid user ID or password', etcd.password-file",
        "FAILED_PRECONDITION, etcdserver: authentication is not enabled, leave out etcd.user",
        "INVALID_ARGUMENT, etcdserver: too many operations in txn request, --max-txn-ops"
    })
    void aRefusedClientIsToldTheRemedy(Code code, String description, String remedy) {
        EngineException failure = failures.of("commit r", status(code, description));

        assertThat(failure.category()).isEqualTo(Category.REJECTED);
        assertThat(failure).hasMessageContaining(remedy).hasMessageContaining("etcd1:2379");
    }

    @Test
    void whatWasNotSentOrNotTakenIsCertainlyUndone() {
        assertThat(Failures.isCertainlyUndone(status(Code.UNAVAILABLE, "etcdserver: no leader")))
                .isTrue();
        assertThat(Failures.isCertainlyUndone(Status.UNAVAILABLE
                        .withCause(new ConnectException("refused"))
                        .asRuntimeException()))
                .isTrue();
        assertThat(Failures.isCertainlyUndone(status(Code.UNAVAILABLE, "Network closed for unknown reason")))
                .isFalse();
        assertThat(Failures.isCertainlyUndone(status(Code.DEADLINE_EXCEEDED, "")))
                .isFalse();
    }

    @Test
    void theInnermostReasonIsTold() {
        Status status = Status.UNAVAILABLE
                .withDescription("io exception\nChannel Pipeline: [...]")
                .withCause(new RuntimeException(new IllegalStateException("no trust anchor")));

        assertThat(Failures.brief(status.asRuntimeException())).isEqualTo("UNAVAILABLE, io exception: no trust anchor");
        assertThat(Failures.brief(null)).isEqualTo("no answer");
    }

    @Test
    void ourOwnFailuresStayWhatTheyAre() {
        EngineException own = new EngineException(Category.REJECTED, "why");

        assertThat(failures.of("x", new CompletionException(own))).isSameAs(own);
        assertThat(failures.of("x", new IllegalArgumentException("bug")).category())
                .isEqualTo(Category.FATAL);
    }

    private static StatusRuntimeException status(Code code, String description) {
        return code.toStatus().withDescription(description).asRuntimeException();
    }
}
