package dev.gale.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.adapter.http.Samples;
import dev.gale.control.TopologyState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What people see, to the letter. */
class TablesTest {
    private final CliProbe gale = new CliProbe();

    @BeforeEach
    void topologies() {
        gale.cluster.put(Samples.topology("words", TopologyState.ACTIVE));
        gale.cluster.put(Samples.inTrouble("trouble"));
    }

    @Test
    void list() {
        assertThat(gale.run("list").out()).isEqualTo("""
                NAME     STATUS  WORKERS  EXECUTORS  TASKS  UPTIME  NOTE
                trouble  ACTIVE  1/3              4      5  1m 5s   1 task is stuck; 2 workers have no slot: all 4 slots of 1 supervisor are used
                words    ACTIVE  2/2              4      5  1h 2m
                """);
    }

    @Test
    void status() {
        assertThat(gale.run("status", "words").out()).isEqualTo("""
                words is ACTIVE
                id: words-1-1796033730
                up: 1h 2m, since 2026-11-30T10:15:30Z
                size: 2 of 2 workers, 4 executors, 5 tasks

                COMPONENT  KIND   EXECUTORS  TASKS  EMITTED  ACKED  FAILED  LATENCY MS  CAPACITY  QUEUE  ERRORS
                lines      spout          1      1     1000   1000       2       1.250         -    25%       0
                split      bolt           1      2     1000   1000       2       1.250      0.50    25%       2
                __acker    -              1      2        0      0       2       1.250      0.00    25%       2

                WORKER      SUPERVISOR  UPTIME  LAST BEAT  EXECUTORS  TASKS  PENDING  STATE
                host1:6700  s1          1m 1s   1s ago             2      3       17  prepared
                host2:6701  s2          -       -                  2      2        0  starting
                """);
    }

    @Test
    void statusOfExecutors() {
        assertThat(gale.run("status", "words", "--executors", "--window", "1d").out())
                .contains("""

                EXECUTOR      WORKER      UPTIME  TASKS  EMITTED  ACKED  FAILED  LATENCY MS  CAPACITY  QUEUE  ERRORS
                lines[1-1]    host1:6700  1m 1s       1     1000   1000       2       1.250         -    25%       0
                split[2-3]    -           -           2     1000   1000       2       1.250      0.50    25%       2
                __acker[4-5]  -           -           2        0      0       2       1.250      0.00    25%       2
                """);
    }

    @Test
    void tasks() {
        assertThat(gale.run("tasks", "words").out()).isEqualTo("""
                TASK  COMPONENT  WORKER      STEPS  LAST PROGRESS  STATE
                   2  split      host1:6700    998  1m 15s ago     stuck for 1m 15s
                   1  lines      host1:6700   1000  250ms ago      ok
                   3  split      -               0  -              no worker
                """);
    }

    @Test
    void errors() {
        assertThat(gale.run("errors", "words").out()).isEqualTo("""
                TIME                  COMPONENT  TASK  WORKER      ERROR
                2026-11-30T10:15:30Z  split         2  host1:6700  java.lang.IllegalStateException: no blanks
                2026-11-30T10:15:30Z  split         3  -           java.io.IOException: late
                """);
        assertThat(gale.run("errors", "words", "split", "--trace").out())
                .contains("\tat my.Split.execute(Split.java:7)\n");
    }

    @Test
    void supervisors() {
        assertThat(gale.run("supervisors").out()).isEqualTo("""
                SUPERVISOR  HOST   USED  SLOTS  UPTIME  STATE  VERSION  TOPOLOGIES
                s1          host1     1      2  1d 1h   up     0.1.0    word-count
                """);
    }

    @Test
    void changes() {
        assertThat(gale.run("deactivate", "words").out()).isEqualTo("words is INACTIVE\n");
        assertThat(gale.run("activate", "words").out()).isEqualTo("words is ACTIVE\n");
        assertThat(gale.run("rebalance", "words", "-w", "5", "--no-wait").out())
                .isEqualTo("words is laid out anew in 5s at most\n");
        assertThat(gale.run("kill", "words", "-w", "7", "--no-wait").out())
                .isEqualTo("words is KILLED and goes in 7s at most\n");
    }

    @Test
    void whereThereIsNothingThereIsNoData() {
        gale.cluster.remove("words");
        gale.cluster.remove("trouble");
        CliProbe.Result list = gale.run("list");

        assertThat(list.out()).isEmpty();
        assertThat(list.err()).isEqualTo("There are no topologies; 'gale jar' submits one\n");
        assertThat(list.code()).isZero();
    }

    @Test
    void coloursAreForTerminalsAndForThoseWhoWantThem() {
        assertThat(gale.run("status", "words").out()).doesNotContain("\u001b");
        gale.onTerminal();
        assertThat(gale.run("status", "words").out()).contains("\u001b[32mACTIVE\u001b[0m");
        assertThat(gale.run("status", "words", "--no-color").out()).doesNotContain("\u001b");
        assertThat(gale.with("NO_COLOR", "1").run("status", "words").out()).doesNotContain("\u001b");
    }

    @Test
    void whatComesFromOthersCannotSteerATerminal() {
        assertThat(new Table("A").row("x\u001b[31m\r\ny\u202e").text()).isEqualTo("A\nx?[31m??y?\n");
    }
}
