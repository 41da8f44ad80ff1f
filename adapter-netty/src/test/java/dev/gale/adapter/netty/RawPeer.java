package dev.gale.adapter.netty;

import dev.gale.spi.transport.PeerIdentity;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** Somebody who connects by a plain socket and says what a test wants to be said. */
final class RawPeer implements Closeable {
    final Socket socket;
    private final DataInputStream in;

    private RawPeer(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) TimeUnit.MINUTES.toMillis(1));
    }

    static RawPeer connect(String address) throws IOException {
        Address target = Address.parse(address);
        return new RawPeer(new Socket(target.host(), target.port()));
    }

    /** Connects and proves to be {@code self}. */
    static RawPeer proven(String address, PeerIdentity self, PeerIdentity expected, byte[] secret) throws IOException {
        RawPeer peer = connect(address);
        byte[] nonce = new byte[Introduction.NONCE_BYTES];
        nonce[0] = 42;
        Handshake handshake = new DiallerHandshake(self, secret, nonce, expected);
        peer.say(handshake.opening());
        peer.say(handshake.onMessage(peer.hear()).reply());
        Step done = handshake.onMessage(peer.hear());
        if (done.proven() == null) {
            throw new IOException("refused: " + done.refusal());
        }
        peer.say(done.reply());
        return peer;
    }

    /** One message of the handshake. */
    void say(byte[] message) throws IOException {
        write(ByteBuffer.allocate(4 + message.length)
                .putInt(message.length)
                .put(message)
                .array());
    }

    void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    void writeInt(int number) throws IOException {
        write(ByteBuffer.allocate(4).putInt(number).array());
    }

    /** One message of the handshake. */
    byte[] hear() throws IOException {
        byte[] message = new byte[in.readInt()];
        in.readFully(message);
        return message;
    }

    /** Reads until the other side has closed. */
    void awaitEnd() {
        byte[] buffer = new byte[4_096];
        try {
            while (in.read(buffer) >= 0) {
                // What it says before it closes does not matter here.
            }
        } catch (IOException e) {
            if (!"Connection reset".equals(e.getMessage())) {
                throw new AssertionError("the other side did not close", e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
