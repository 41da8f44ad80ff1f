package dev.gale.adapter.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectIteration;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.gale.tck.network.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The suite itself: a transport inside one process cannot fall silent, so the flaws of that one are no help. */
@Timeout(120)
class UnnoticedSilenceIT {
    private static final String TEST = "rule14_silenceInEitherDirectionBreaksTheConnectionAndItsEndMakesANewOne";

    @Test
    void theFaultContractFindsATransportThatDoesNotNoticeSilenceInTime() {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectIteration(
                        selectMethod(PatientTransportSuite.class, TEST, Fault.class.getName()), Fault.SILENT.ordinal()))
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        TestExecutionSummary summary = listener.getSummary();

        assertThat(summary.getTestsStartedCount()).isEqualTo(1);
        assertThat(summary.getFailures())
                .singleElement()
                .satisfies(
                        failure -> assertThat(failure.getException()).hasMessageContaining("the silence is noticed"));
    }
}
