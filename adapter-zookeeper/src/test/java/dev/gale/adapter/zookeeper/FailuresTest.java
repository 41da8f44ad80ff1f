package dev.gale.adapter.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.util.concurrent.CompletionException;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FailuresTest {
    private final Failures failures = new Failures("zk1:2181");

    @ParameterizedTest
    @EnumSource(names = {"CONNECTIONLOSS", "SESSIONEXPIRED", "OPERATIONTIMEOUT", "SESSIONMOVED"})
    void noAnswerIsUnavailable(Code code) {
        EngineException failure = failures.of("read of /a", new CompletionException(KeeperException.create(code)));

        assertThat(failure.category()).isEqualTo(Category.UNAVAILABLE);
        assertThat(failure).hasMessage("read of /a: no answer from zk1:2181 (" + code + ")");
        assertThat(failure).hasCauseInstanceOf(KeeperException.class);
    }

    @Test
    void aRefusedClientIsToldTheRemedy() {
        EngineException failure = failures.of("commit r", KeeperException.create(Code.NOAUTH, "/gale/a"));

        assertThat(failure.category()).isEqualTo(Category.REJECTED);
        assertThat(failure)
                .hasMessageContaining("zookeeper.username")
                .hasMessageContaining("zookeeper.password")
                .hasMessageContaining("/gale/a");
    }

    @Test
    void ourOwnFailuresStayWhatTheyAre() {
        EngineException own = new EngineException(Category.REJECTED, "why");

        assertThat(failures.of("x", new CompletionException(own))).isSameAs(own);
        assertThat(failures.of("x", new IllegalArgumentException("bug")).category())
                .isEqualTo(Category.FATAL);
    }

    @ParameterizedTest
    @EnumSource(names = {"BADVERSION", "NONODE", "NODEEXISTS", "NOTEMPTY", "NOCHILDRENFOREPHEMERALS"})
    void whatOthersDidMeanwhileIsOutdated(Code code) {
        assertThat(Failures.isOutdated(new CompletionException(KeeperException.create(code))))
                .isTrue();
        assertThat(Failures.isOutdated(KeeperException.create(Code.CONNECTIONLOSS)))
                .isFalse();
    }
}
