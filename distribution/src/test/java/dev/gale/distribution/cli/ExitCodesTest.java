package dev.gale.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.adapter.http.Samples;
import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import dev.gale.control.TopologyState;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What scripts learn: one code and one message for each failure. */
class ExitCodesTest {
    private final CliProbe gale = new CliProbe();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "list                          | 0 | ",
                "--help                        | 0 | ",
                "kill --help                   | 0 | ",
                "help kill                     | 0 | ",
                "help                          | 0 | ",
                "help kil                      | 2 | gale: there is no command 'kil'; did you mean 'kill'?",
                "--version                     | 0 | ",
                "                              | 2 | gale: a command is missing",
                "lsit                          | 2 | gale: there is no command 'lsit'; did you mean 'list'?",
                "xyzzy                         | 2 | gale: there is no command 'xyzzy'",
                "list --outptu json            | 2 | gale: there is no option --outptu; did you mean '--output'?",
                "list extra                    | 2 | gale: 'extra' is one word too many",
                "list -o yaml                  | 2 | gale: invalid value for option '--output'",
                "status                        | 2 | gale: <topology> is missing",
                "status words --window 5m      | 2 | gale: invalid value for option '--window': '5m' is no window; there are",
                "list --timeout soon           | 2 | gale: invalid value for option '--timeout': 'soon' is no time; write",
                "dev --port 65536              | 2 | gale: --port takes a number from 0 to 65535, not 65536",
                "dev --dir=                    | 2 | gale: --dir takes a folder, and nothing is given",
                "rebalance words -e split      | 2 | gale: value for option '--executors'",
                "rebalance words -n 0          | 2 | gale: Topology 'words' cannot have 0 workers; give 1 or more",
                "rebalance words -n x          | 2 | gale: invalid value for option '--workers'",
                "config                        | 2 | gale: a command is missing",
                "completion fish               | 2 | gale: invalid value for positional parameter",
                "status wrods                  | 3 | gale: There is no topology 'wrods'; did you mean 'words'?",
                "kill other                    | 3 | gale: There is no topology 'other'; 'gale list' shows those there are",
                "errors words spilt            | 3 | gale: Topology 'words' has no component 'spilt'; did you mean 'split'?",
                "activate ended                | 4 | gale: Topology 'ended' is KILLED and cannot be changed any more",
                "jar none.jar my.Main          | 2 | gale: There is no file none.jar",
                "local none.jar my.Main        | 2 | gale: There is no file none.jar",
                "jar none.jar                  | 2 | gale: <main> is missing"
            })
    void eachCommandHasItsCode(String line, int code, String message) {
        gale.cluster.put(Samples.topology("words", TopologyState.ACTIVE));
        gale.cluster.put(Samples.topology("ended", TopologyState.KILLED));
        CliProbe.Result result = gale.run(line == null ? new String[0] : line.split(" "));

        assertThat(result.err()).startsWith(message == null ? "" : message);
        assertThat(result.code()).isEqualTo(code);
        if (code == 0) {
            assertThat(result.err()).isEmpty();
            assertThat(result.out()).isNotEmpty();
        } else {
            assertThat(result.out()).isEmpty();
            assertThat(result.err())
                    .doesNotContain("\tat ", "dev.gale", "java.lang")
                    .hasLineCount(code == 2 && result.err().contains("See '") ? 2 : 1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "NOT_FOUND, 3",
        "CONFLICT, 4",
        "INVALID, 2",
        "DENIED, 5",
        "UNAVAILABLE, 6",
        "NOT_LEADING, 6",
        "TOO_LARGE, 1",
        "INTERNAL, 1"
    })
    void eachKindOfFailureHasItsCode(Kind kind, int code) {
        gale.cluster.failNext(new ControlException(kind, "as it is"));
        CliProbe.Result result = gale.run("list");

        assertThat(result.code()).isEqualTo(code);
        assertThat(result.err()).startsWith("gale: as it is");
    }

    @Test
    void whoIsDeniedIsToldWhereTheTokenComesFrom() {
        gale.cluster.failNext(new ControlException(Kind.DENIED, "No token"));

        assertThat(gale.run("list").err()).contains("nimbus.api.token");
    }

    @Test
    void anAnswerThatDoesNotComeIsATimeoutAndAConnectionThatDoesNotComeIsNot() {
        gale.cluster.failNext(
                new ControlException(Kind.UNAVAILABLE, "x", new HttpTimeoutException("x")),
                new ControlException(Kind.UNAVAILABLE, "x", new HttpConnectTimeoutException("x")),
                new ControlException(Kind.UNAVAILABLE, "x", new ConnectException("x")));

        assertThat(gale.run("list").code()).isEqualTo(7);
        assertThat(gale.run("list").code()).isEqualTo(6);
        assertThat(gale.run("list").code()).isEqualTo(6);
    }

    @Test
    void aClusterThatSaysNothingIsATimeout() {
        gale.cluster.fallSilent();
        CliProbe.Result result = gale.run("list", "--timeout", "1ms");

        assertThat(result.code()).isEqualTo(7);
        assertThat(result.err()).startsWith("gale: No answer within 1ms; try again, or give --timeout");
    }

    @Test
    void aFaultOfOursIsOneLineAndMoreWithVerbose() {
        gale.cluster.failNext(new IllegalStateException("broken"), new IllegalStateException("broken"));

        assertThat(gale.run("list").err())
                .isEqualTo("gale: something went wrong: java.lang.IllegalStateException: broken; -v shows where\n");
        assertThat(gale.run("list", "-v").err()).contains("\tat ");
    }

    @Test
    void everyCodeIsInTheHelp() {
        String help = gale.run("--help").out();
        for (ExitCode code : ExitCode.values()) {
            assertThat(help).contains(code.number() + " ");
        }
    }
}
