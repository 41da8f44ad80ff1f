/**
 * The transport on Aeron: one stream for each direction of a pair, by shared memory where both ends use one media driver,
 * and by UDP else.
 *
 * <p>Law: what is known of an endpoint, its links and the streams that reach it belongs to the endpoint's one thread, and
 * callbacks come on it. From other threads come offers, into the {@code Outlet}, which has its own monitor, and requests to
 * declare or to end, which are queued for that thread. Nothing that a listener is given lies in memory of Aeron, which takes
 * it back when a stream ends, whoever looks at it: a frame is copied once.
 *
 * <p>An end of a pair that has no connection opens a stream to the other's address, and says there who it is and whom it
 * expects. When it has heard the same from the other end, on a stream that reaches its own address, each proves that it has
 * heard it. The two streams are the connection then, and last until one of them ends; the next connection has new ones.
 *
 * <p>A message is four bits of kind and 28 bits of length, and the bytes:
 * <pre>
 * HELLO     magic, version, whether it is a challenge, nonce, digest of the group, identity, expected identity, HMAC of all this
 * PROOF     the nonce that it answers, HMAC-SHA256 by the secret over the HELLO of who proves and that of who is to believe
 * DATA      a frame
 * RECEIVED  how many frames were given to the listener: tells the other end what a break can at most have lost
 * BYE       the connection is over
 * </pre>
 * A stream is a row of messages; Aeron cuts them into packets, and into parts where they are longer than it takes at once.
 * HELLO and PROOF fit one packet. What is in a stream before its HELLO is skipped: who listens may be a later life than the
 * one that the stream was opened for.
 *
 * <p>The handshake proves who connects, but nobody hides or protects what follows: someone on the way could read, change and
 * insert packets. By shared memory nobody but the same user reaches the files.
 */
@NullMarked
package dev.gale.adapter.aeron;

import org.jspecify.annotations.NullMarked;
