package dev.gale.bench.cluster;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;

/**
 * TCP by blocking sockets: frames with their length before them, in buffers of 64 KiB, and a thread that reads. No peer is proven
 * and no link connects again, so it is what a transport costs at least, in Java.
 */
final class SocketLink implements FrameLink {
    private static final int BUFFER_BYTES = 1 << 16;

    private final Socket socket;
    private final DataOutputStream out;

    private SocketLink(Socket socket, Handler handler) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES));
        Thread reader = new Thread(() -> read(handler), "bench-reader");
        reader.setDaemon(true);
        reader.start();
    }

    static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    static SocketLink accept(ServerSocket server, Handler handler) throws IOException {
        return new SocketLink(server.accept(), handler);
    }

    /** @param address host and port */
    static SocketLink connect(String address, Handler handler) throws IOException {
        int colon = address.lastIndexOf(':');
        Socket socket = new Socket();
        socket.connect(
                new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1))));
        return new SocketLink(socket, handler);
    }

    @Override
    public boolean offer(ByteBuffer frame) throws IOException {
        out.writeInt(frame.remaining());
        out.write(frame.array(), frame.arrayOffset() + frame.position(), frame.remaining());
        return true;
    }

    @Override
    public void awaitRoom() {
        throw new IllegalStateException("a socket waits for room by itself");
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void read(Handler handler) {
        try {
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES));
            byte[] bytes = new byte[BUFFER_BYTES];
            while (true) {
                int length = in.readInt();
                in.readFully(bytes, 0, length);
                handler.frame(this, ByteBuffer.wrap(bytes, 0, length));
            }
        } catch (EOFException | SocketException e) {
            // One of both has closed. Whoever waits for more than arrived says so.
            return;
        } catch (IOException e) {
            throw new IllegalStateException("a frame was not read", e);
        }
    }
}
