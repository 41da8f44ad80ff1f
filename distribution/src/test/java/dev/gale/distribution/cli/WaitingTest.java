package dev.gale.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.adapter.http.InMemoryControl;
import dev.gale.adapter.http.Samples;
import dev.gale.control.Control;
import dev.gale.control.TopologyState;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

class WaitingTest {
    private final CliProbe gale = new CliProbe();

    @Test
    void killReturnsWhenTheTopologyIsGone() {
        gale.cluster.put(Samples.topology("words", TopologyState.ACTIVE));
        CliProbe.Result result = gale.run(afterKill(() -> gale.cluster.remove("words")), "kill", "words", "-w", "1");

        assertThat(result.out()).isEqualTo("words is gone\n");
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
    }

    @Test
    void killThatTakesTooLongIsATimeout() {
        gale.cluster.put(Samples.topology("words", TopologyState.ACTIVE));
        CliProbe.Result result = gale.run("kill", "words", "-w", "0", "--timeout", "1ms");

        assertThat(result.code()).isEqualTo(7);
        assertThat(result.err()).contains("Topology 'words' is still KILLED; 'gale status words'");
    }

    @Test
    void progressIsShownOnATerminalAndWipedOut() {
        gale.cluster.put(Samples.topology("words", TopologyState.ACTIVE));
        CliProbe.Result result = gale.onTerminal().run("kill", "words", "-w", "0", "--timeout", "1ms");

        assertThat(result.err()).contains("\rKilling words [##############################] at most 0ms to go\r");
    }

    @Test
    void whoWaitsForNimbusAtATerminalIsToldSo() {
        gale.cluster.fallSilent();
        CliProbe.Result result = gale.onTerminal().run("list", "--timeout", "1ms");

        assertThat(result.err())
                .startsWith("\rWaiting for nimbus [")
                .contains("to go\r")
                .contains("\rgale: No answer within 1ms");
    }

    @Test
    void aBarIsAsLongAsWhatIsDone() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(System.out, new PrintStream(err, true), true, true);
        try (ProgressBar bar = new ProgressBar(terminal, "X")) {
            bar.show(1, 2, "half");
            bar.show(1, 2, "half");
        }

        assertThat(err.toString()).isEqualTo("\rX [###############...............] half\r" + " ".repeat(39) + "\r");
    }

    /** The topology goes as soon as somebody looks at the list after a kill. */
    private Control afterKill(Runnable then) {
        InMemoryControl cluster = gale.cluster;
        return (Control) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Control.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("topologies")) {
                        then.run();
                    }
                    try {
                        return method.invoke(cluster, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
