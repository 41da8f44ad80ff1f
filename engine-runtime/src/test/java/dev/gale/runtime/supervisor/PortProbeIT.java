package dev.gale.runtime.supervisor;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PortProbeIT {
    private final InetAddress loopback = InetAddress.getLoopbackAddress();
    private final PortProbe connections = new PortProbe(loopback.getHostAddress(), false);
    private final PortProbe datagrams = new PortProbe(loopback.getHostAddress(), true);

    @Test
    void namesAPortThatIsBoundForConnections() throws Exception {
        try (ServerSocket stranger = new ServerSocket(0, 1, loopback)) {
            int port = stranger.getLocalPort();

            assertThatIOException()
                    .isThrownBy(() -> connections.check(port))
                    .withMessageContaining("port " + port)
                    .withMessageContaining("not free");
        }
    }

    @Test
    void namesAPortThatIsBoundForDatagrams() throws Exception {
        try (DatagramSocket stranger = new DatagramSocket(new InetSocketAddress(loopback, 0))) {
            int port = stranger.getLocalPort();

            assertThatIOException().isThrownBy(() -> datagrams.check(port)).withMessageContaining("port " + port);
        }
    }

    /** The side that closes first keeps its port in TIME_WAIT for a minute. */
    @Test
    void aPortWhoseLastConnectionIsBeingForgottenIsFree() throws Exception {
        int port;
        try (ServerSocket server = new ServerSocket(0, 1, loopback)) {
            port = server.getLocalPort();
            try (Socket client = new Socket(loopback, port)) {
                server.accept().close();
                client.getInputStream().read();
            }
        }

        assertThatCode(() -> connections.check(port)).doesNotThrowAnyException();
    }

    /** A name that no server has to be asked about. */
    @Test
    void tellsOfAHostThatIsNotKnown() {
        assertThatIOException()
                .isThrownBy(() -> new PortProbe("[no-address]", false).check(6700))
                .withMessageContaining("[no-address]");
    }
}
