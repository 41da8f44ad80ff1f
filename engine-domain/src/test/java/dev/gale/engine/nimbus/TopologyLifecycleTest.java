package dev.gale.engine.nimbus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.TopologyStatus;
import dev.gale.engine.nimbus.Outcome.Granted;
import dev.gale.engine.nimbus.Outcome.Refusal;
import dev.gale.engine.nimbus.Outcome.Refused;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TopologyLifecycleTest {
    private final TopologyRecord active = Records.topology("t-1", 2);

    private static TopologyRecord granted(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Granted.class);
        return ((Granted) outcome).record();
    }

    private static Refused refused(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Refused.class);
        return (Refused) outcome;
    }

    private static RebalanceRequest request(long wait, OptionalInt workers, Map<String, Integer> executors) {
        return new RebalanceRequest(wait, workers, executors);
    }

    @Test
    void isActivatedAndDeactivatedAgainAndAgain() {
        TopologyRecord inactive = granted(TopologyLifecycle.deactivate(active));

        assertThat(inactive.status()).isEqualTo(TopologyStatus.INACTIVE);
        assertThat(granted(TopologyLifecycle.deactivate(inactive))).isEqualTo(inactive);
        assertThat(granted(TopologyLifecycle.activate(inactive))).isEqualTo(active);
    }

    @Test
    void aKilledTopologyNeverComesBack() {
        TopologyRecord killed = granted(TopologyLifecycle.kill(active, 30_000));

        assertThat(killed.status()).isEqualTo(TopologyStatus.KILLED);
        for (Outcome outcome : new Outcome[] {
            TopologyLifecycle.activate(killed),
            TopologyLifecycle.deactivate(killed),
            TopologyLifecycle.rebalance(killed, request(0, OptionalInt.of(1), Map.of()))
        }) {
            assertThat(refused(outcome).kind()).isEqualTo(Refusal.CONFLICT);
            assertThat(refused(outcome).reason()).contains("'name-of-t-1'").contains("KILLED");
        }
    }

    @Test
    void aSecondKillShortensTheWaitAndNeverLengthensIt() {
        TopologyRecord killed = granted(TopologyLifecycle.kill(active, 30_000));

        assertThat(granted(TopologyLifecycle.kill(killed, 60_000))).isEqualTo(killed);
        assertThat(granted(TopologyLifecycle.kill(killed, 5_000))
                        .pending()
                        .orElseThrow()
                        .leftMillis())
                .isEqualTo(5_000);
    }

    @Test
    void aFinishedTopologyIsKilledWithoutAWait() {
        TopologyRecord finished = active.withStatus(TopologyStatus.FINISHED);

        assertThat(granted(TopologyLifecycle.kill(finished, 30_000))
                        .pending()
                        .orElseThrow()
                        .leftMillis())
                .isZero();
        assertThat(refused(TopologyLifecycle.activate(finished)).kind()).isEqualTo(Refusal.CONFLICT);
    }

    @Test
    void aRebalanceKeepsWhatIsToComeAfterIt() {
        TopologyRecord inactive = granted(TopologyLifecycle.deactivate(active));
        TopologyRecord rebalancing =
                granted(TopologyLifecycle.rebalance(inactive, request(10, OptionalInt.of(3), Map.of("bolt", 2))));

        PendingChange change = rebalancing.pending().orElseThrow();
        assertThat(change.resume()).isEqualTo(TopologyStatus.INACTIVE);
        assertThat(change.workers()).isEqualTo(3);
        assertThat(change.layout().executorsOf("bolt")).hasSize(2);
        assertThat(rebalancing.layout())
                .as("nothing changes before the wait is over")
                .isEqualTo(active.layout());
        assertThat(granted(TopologyLifecycle.activate(rebalancing))
                        .pending()
                        .orElseThrow()
                        .resume())
                .isEqualTo(TopologyStatus.ACTIVE);
    }

    @Test
    void aSecondRebalanceGoesOnFromTheFirst() {
        TopologyRecord first =
                granted(TopologyLifecycle.rebalance(active, request(10, OptionalInt.of(3), Map.of("bolt", 2))));
        PendingChange both = granted(
                        TopologyLifecycle.rebalance(first, request(20, OptionalInt.empty(), Map.of("spout", 1))))
                .pending()
                .orElseThrow();

        assertThat(both.workers()).isEqualTo(3);
        assertThat(both.layout().executorsOf("bolt")).hasSize(2);
        assertThat(both.layout().executorsOf("spout")).hasSize(1);
        assertThat(both.leftMillis()).isEqualTo(20);
    }

    /** STORM-3666, STORM-2286: names and numbers are checked, and above the tasks there are more tasks. */
    @Test
    void aRebalanceThatCannotBeIsRefusedAndSaysWhy() {
        Refused unknown =
                refused(TopologyLifecycle.rebalance(active, request(0, OptionalInt.empty(), Map.of("blot", 2))));
        Refused none = refused(TopologyLifecycle.rebalance(active, request(0, OptionalInt.empty(), Map.of("bolt", 0))));
        Refused workers = refused(TopologyLifecycle.rebalance(active, request(0, OptionalInt.of(0), Map.of())));
        Refused wait = refused(TopologyLifecycle.rebalance(active, request(-1, OptionalInt.empty(), Map.of())));

        assertThat(unknown.kind()).isEqualTo(Refusal.NOT_FOUND);
        assertThat(unknown.reason()).contains("'blot'").contains("did you mean 'bolt'?");
        assertThat(none.reason()).contains("'bolt'").contains("0");
        assertThat(workers.reason()).contains("0 workers");
        assertThat(wait.reason()).contains("-1");
        assertThat(granted(TopologyLifecycle.rebalance(active, request(0, OptionalInt.empty(), Map.of("bolt", 10))))
                        .pending()
                        .orElseThrow()
                        .layout()
                        .tasksOf("bolt"))
                .hasSize(10);
    }
}
