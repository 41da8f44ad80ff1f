package dev.gale.runtime.executor;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.MultiProducerSequencer;
import com.lmax.disruptor.Sequence;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue of batches from many threads to one, on the Disruptor's sequencer, a batch a slot. The bound is the sum of the
 * batches' weights (tuples, or bytes) and, as a second limit, the slots. A batch is accepted while the sum is below the bound, so it
 * may be exceeded by one batch a producer. A producer that is refused leaves its wake-up. When half of the bound and of the slots is
 * free, those that wait longest are woken, no more than find room: with many producers, all but a few would be woken for nothing.
 *
 * <p>Receivers of what came over the network {@link #force} batches in: they had credit, which bounds them. These have a queue of their
 * own, so that neither way in can overtake or starve the other, and an order that was kept so far stays.
 */
public final class Lane<B> {
    private static final int MOST_SLOTS = 1024;

    private final MultiProducerSequencer sequencer;
    private final Sequence consumed = new Sequence(-1);
    private final @Nullable Object[] slots;
    private final long[] weights;
    private final int mask;
    private final long bound;
    private final AtomicLong queued = new AtomicLong();
    private final ConcurrentLinkedQueue<Forced> forced = new ConcurrentLinkedQueue<>();
    private final AtomicLong forcedWeight = new AtomicLong();
    private final ConcurrentLinkedQueue<RoomWaiter> waiting = new ConcurrentLinkedQueue<>();
    private final Wakeup consumer;
    private final boolean urgent;

    /** The consumer's alone. */
    private boolean forcedIsNext;

    /** Those that were woken last bring as much as is consumed until then. The consumer's alone. */
    private long roomIsPromisedUntil = -1;

    private record Forced(Object batch, long weight) {}

    /** @param consumer who is woken when a batch comes */
    public Lane(long bound, Wakeup consumer) {
        this(bound, consumer, true);
    }

    /** @param urgent false if a batch does not end a wait of the consumer that is short anyway */
    Lane(long bound, Wakeup consumer, boolean urgent) {
        int size = Integer.highestOneBit((int) Math.max(2, Math.min(bound, MOST_SLOTS)));
        sequencer = new MultiProducerSequencer(size, new BusySpinWaitStrategy());
        sequencer.addGatingSequences(consumed);
        slots = new Object[size];
        weights = new long[size];
        mask = size - 1;
        this.bound = bound;
        this.consumer = consumer;
        this.urgent = urgent;
    }

    /**
     * @param waiter the sender's, to be woken when there is room again
     * @return false if there is no room now
     */
    public boolean offer(B batch, long weight, RoomWaiter waiter) {
        if (tryOffer(batch, weight)) {
            waiter.end();
            return true;
        }
        if (waiter.begin(weight)) {
            waiting.add(waiter);
        }
        // Room may have come before the consumer could see that somebody waits.
        if (tryOffer(batch, weight)) {
            waiter.end();
            return true;
        }
        return false;
    }

    /** For a sender that cannot use the room it may have waited for: another may. */
    public void leave(RoomWaiter waiter) {
        if (waiter.end() && !waiting.isEmpty()) {
            releaseWaiting();
        }
    }

    /** For receivers: always takes the batch, behind those that the same thread forced before. */
    public void force(B batch, long weight) {
        forcedWeight.addAndGet(weight);
        forced.add(new Forced(batch, weight));
        wakeConsumer();
    }

    /** For the consumer: takes turns between what was offered and what was forced. @return null if there is nothing */
    public @Nullable B poll() {
        forcedIsNext = !forcedIsNext;
        B batch = forcedIsNext ? pollForced() : pollOffered();
        return batch != null ? batch : forcedIsNext ? pollOffered() : pollForced();
    }

    @SuppressWarnings("unchecked")
    private @Nullable B pollOffered() {
        long next = consumed.get() + 1;
        if (!sequencer.isAvailable(next)) {
            return null;
        }
        int slot = (int) next & mask;
        Object batch = slots[slot];
        long weight = weights[slot];
        slots[slot] = null;
        consumed.set(next);
        consumed(weight);
        return (B) batch;
    }

    @SuppressWarnings("unchecked")
    private @Nullable B pollForced() {
        Forced next = forced.poll();
        if (next == null) {
            return null;
        }
        forcedWeight.addAndGet(-next.weight);
        return (B) next.batch;
    }

    /** For the consumer. */
    public boolean isEmpty() {
        return isRingEmpty() && forced.isEmpty();
    }

    /** The weight that waits. */
    public long queued() {
        return queued.get() + forcedWeight.get();
    }

    /** How full the lane is, from 0 to about 1. */
    public double fill() {
        return queued() / (double) bound;
    }

    private boolean tryOffer(B batch, long weight) {
        // Without a slot, the weight is not even added for a moment: many may try in vain at the same time.
        if (queued.get() >= bound || !sequencer.hasAvailableCapacity(1)) {
            return false;
        }
        queued.addAndGet(weight);
        if (!publish(batch, weight)) {
            queued.addAndGet(-weight);
            // Others may have been refused for this weight alone, and the consumer may have taken the last batch
            // before.
            if (!waiting.isEmpty() && isRingEmpty()) {
                releaseWaiting();
            }
            return false;
        }
        wakeConsumer();
        return true;
    }

    private void wakeConsumer() {
        if (urgent) {
            consumer.wake();
        } else {
            consumer.wakeUnlessBrief();
        }
    }

    private boolean publish(Object batch, long weight) {
        long sequence;
        try {
            sequence = sequencer.tryNext();
        } catch (InsufficientCapacityException e) {
            return false;
        }
        int slot = (int) sequence & mask;
        slots[slot] = batch;
        weights[slot] = weight;
        sequencer.publish(sequence);
        return true;
    }

    private void consumed(long weight) {
        long left = queued.addAndGet(-weight);
        if (!waiting.isEmpty() && (isRingEmpty() || isHalfFree(left) && consumed.get() >= roomIsPromisedUntil)) {
            roomIsPromisedUntil = consumed.get() + releaseWaiting();
        }
    }

    private boolean isHalfFree(long left) {
        return left <= bound / 2 && sequencer.remainingCapacity() >= slots.length / 2;
    }

    private boolean isRingEmpty() {
        return !sequencer.isAvailable(consumed.get() + 1);
    }

    /** @return how many were woken */
    private int releaseWaiting() {
        // Weight of an offer that is about to fail may be in the way; one sender is woken for it, and finds out.
        long weight = Math.max(1, bound - queued.get());
        long free = sequencer.remainingCapacity();
        int released = 0;
        RoomWaiter waiter;
        while (weight > 0 && released < free && (waiter = waiting.poll()) != null) {
            long wanted = waiter.release();
            if (wanted > 0) {
                weight -= wanted;
                released++;
            }
        }
        return released;
    }
}
