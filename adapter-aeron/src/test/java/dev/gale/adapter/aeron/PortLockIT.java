package dev.gale.adapter.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.spi.plugin.EngineException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class PortLockIT {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Test
    void aPortIsFreeThoughTheKernelRemembersConnectionsOfItsLastOwner() throws IOException {
        int port;
        try (ServerSocket last = new ServerSocket(0, 1, LOOPBACK);
                Socket client = new Socket(LOOPBACK, last.getLocalPort())) {
            port = last.getLocalPort();
            // Who closes first is whose side the kernel remembers.
            last.accept().close();
            assertThat(client.getInputStream().read()).isNegative();
        }
        try (PortLock lock = PortLock.take(Address.parse("127.0.0.1:" + port))) {
            assertThat(lock.address().port()).isEqualTo(port);
        }
    }

    @Test
    void aPortThatSomebodyElseHasIsNamed() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, LOOPBACK)) {
            String address = "127.0.0.1:" + other.getLocalPort();
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> PortLock.take(Address.parse(address)))
                    .withMessageContaining(address);
        }
    }
}
