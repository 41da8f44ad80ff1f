package dev.gale.adapter.netty;

/** The first byte of a message of the handshake. */
enum Message {
    HELLO(1),
    CHALLENGE(2),
    PROOF(3),
    WELCOME(4),
    READY(5),
    REFUSED(6);

    private final byte code;

    Message(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    boolean isOf(byte[] message) {
        return message.length > 0 && message[0] == code;
    }
}
