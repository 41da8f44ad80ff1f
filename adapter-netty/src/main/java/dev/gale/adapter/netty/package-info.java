/**
 * The transport on Netty: one TCP connection for a pair, frames behind their lengths.
 *
 * <p>Law: what is known of a connection belongs to its event loop, and callbacks come on that loop. From other threads
 * come offers, into the {@code Outbox}, which has its own monitor, and requests to begin or to end, which are handed to
 * the loop as tasks. Which connection a link has, when both ends may dial, is for {@code Occupancy} alone to say.
 *
 * <p>On the wire each message of the handshake has four bytes of length before it, and at most 4 KiB:
 * <pre>
 * dialler   HELLO      magic, version, nonce, identity
 * acceptor  CHALLENGE  magic, version, nonce, identity
 * dialler   PROOF      HMAC-SHA256 by the secret over role, HELLO and CHALLENGE
 * acceptor  WELCOME    the same for its role
 * dialler   READY      or either, at any time: REFUSED with a code
 * </pre>
 * then both send frames: four bits of kind and 28 bits of length, and the bytes. Beside those of the user there is one
 * kind, RECEIVED with the number of frames that were given to the listener. It is sent now and then, and at every
 * heartbeat: it is the sign of life, and tells the other end what a break can at most have lost.
 *
 * <p>Without TLS the handshake proves who connects, but nobody hides or protects what follows: someone on the way could
 * read and change frames. Netty itself keeps a thread of its own, {@code globalEventExecutor}, for about a second after
 * a transport was closed.
 */
@NullMarked
package dev.gale.adapter.netty;

import org.jspecify.annotations.NullMarked;
