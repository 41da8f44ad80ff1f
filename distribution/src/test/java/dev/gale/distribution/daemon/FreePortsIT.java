package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FreePortsIT {
    private static final int FIRST = 17_300;

    @Test
    void whatWasGivenToOneIsGivenToNoOtherThoughNobodyListensYet() {
        try (FreePorts one = FreePorts.from(FIRST, 4);
                FreePorts other = FreePorts.from(FIRST, 4)) {
            assertThat(one.numbers()).hasSize(4);
            assertThat(other.numbers()).hasSize(4).doesNotContainAnyElementsOf(one.numbers());
        }
    }

    @Test
    void whatIsReservedCanBeBoundByWhomItIsFor() throws Exception {
        try (FreePorts ports = FreePorts.from(FIRST + 1_000, 1);
                ServerSocket worker = new ServerSocket(ports.numbers().get(0), 1, InetAddress.getLoopbackAddress())) {
            assertThat(worker.isBound()).isTrue();
        }
    }

    @Test
    void aPortThatSomebodyListensOnIsPassedOver() throws Exception {
        int taken;
        try (FreePorts ports = FreePorts.from(FIRST + 2_000, 1)) {
            taken = ports.numbers().get(0);
        }
        try (ServerSocket somebody = new ServerSocket(taken, 1, InetAddress.getLoopbackAddress());
                FreePorts ports = FreePorts.from(taken, 1)) {
            assertThat(ports.numbers()).isNotEqualTo(List.of(somebody.getLocalPort()));
        }
    }

    @Test
    void whatWasClosedIsFreeAgain() {
        List<Integer> before;
        try (FreePorts ports = FreePorts.from(FIRST + 3_000, 2)) {
            before = ports.numbers();
        }
        try (FreePorts ports = FreePorts.from(FIRST + 3_000, 2)) {
            assertThat(ports.numbers()).isEqualTo(before);
        }
    }
}
