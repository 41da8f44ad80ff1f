package dev.gale.runtime.executor;

import dev.gale.engine.ack.AckBatch;
import dev.gale.engine.executor.ExecutorMachine;
import dev.gale.engine.executor.ExecutorMachine.Step;
import dev.gale.engine.stats.Counter;
import dev.gale.engine.tuple.TupleBatch;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs one executor: owns its thread's time and no rules. Brings batches from the lanes to the machine, hands on what the machine
 * has when there is nothing else to do or when a millisecond has passed, and waits when nothing is left.
 */
public final class ExecutorThread implements Runnable {
    /** Calls of other threads that may wait before these threads do. */
    private static final int MOST_POSTED = 16_384;

    private static final int ACK_BATCHES_A_TURN = 64;
    private static final long FLUSH_NANOS = 1_000_000;
    private static final long LONGEST_SPIN_NANOS = 20_000;
    private static final long SHORTEST_SPIN_NANOS = 1_000;
    private static final int IDLE_TURNS_A_PROBE = 64;
    private static final long SHORTEST_ASK_NANOS = 1_000;
    private static final long LONGEST_ASK_NANOS = 1_000_000;
    private static final long LONGEST_PARK_NANOS = 1_000_000_000;
    private static final long BLOCKED_PARK_NANOS = 10_000_000;
    private static final long LONGEST_BLOCKED_PARK_NANOS = 100_000_000;

    private final ExecutorMachine machine;
    private final Inbox inbox;
    private final BatchReader reader;
    private final AckArrays arrays;
    private final SpinPermits spins;
    private final LongSupplier nanoClock;
    private final Runnable opened;

    private final ConcurrentLinkedQueue<Runnable> posted = new ConcurrentLinkedQueue<>();
    private final AtomicInteger postedCount = new AtomicInteger();
    private final ConcurrentLinkedQueue<Wakeup> posters = new ConcurrentLinkedQueue<>();
    private final Counter busyNanos = new Counter();
    private final Counter idleNanos = new Counter();
    private final Counter blockedNanos = new Counter();
    private final Counter turns = new Counter();

    private volatile boolean stopping;
    private volatile boolean stopped;
    private volatile boolean atRest;
    private volatile boolean atWork;
    private volatile boolean wantedActive;
    private volatile boolean active;
    private long lastFlush;
    private long accountedUntil;
    private long askNanos = SHORTEST_ASK_NANOS;
    private long blockedParkNanos = BLOCKED_PARK_NANOS;
    private long spinNanos = LONGEST_SPIN_NANOS;
    private int untilProbe = IDLE_TURNS_A_PROBE;

    /** @param opened called on the executor's thread when its instances were opened */
    ExecutorThread(
            ExecutorMachine machine,
            Inbox inbox,
            BatchReader reader,
            AckArrays arrays,
            SpinPermits spins,
            LongSupplier nanoClock,
            Runnable opened) {
        this.machine = machine;
        this.inbox = inbox;
        this.reader = reader;
        this.arrays = arrays;
        this.spins = spins;
        this.nanoClock = nanoClock;
        this.opened = opened;
    }

    @Override
    public void run() {
        inbox.wakeup().own();
        lastFlush = nanoClock.getAsLong();
        accountedUntil = lastFlush;
        try {
            machine.open(lastFlush);
            while (!stopping && !machine.isOpen()) {
                turn();
            }
            if (machine.isOpen()) {
                atWork = true;
                opened.run();
            }
            while (!stopping) {
                turn();
            }
        } finally {
            stopped = true;
            atWork = false;
            machine.close();
            wakePosters();
        }
    }

    /** Ends the loop after the call in hand; the thread is the caller's to join. */
    void stop() {
        stopping = true;
        inbox.wakeup().wake();
    }

    /** Hands a call to this thread. Blocks while too many wait; not when called by this thread itself. */
    void post(Runnable call) {
        boolean own = inbox.wakeup().isOwner();
        while (!own && postedCount.get() >= MOST_POSTED && !stopping && !stopped) {
            Wakeup poster = new Wakeup();
            poster.own();
            poster.prepare();
            posters.add(poster);
            if (postedCount.get() >= MOST_POSTED && !stopping && !stopped) {
                poster.park(BLOCKED_PARK_NANOS);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("Interrupted while waiting for the executor to take a call");
            }
        }
        if (stopping || stopped) {
            throw new IllegalStateException("The executor has stopped; this call came too late");
        }
        postedCount.incrementAndGet();
        posted.add(call);
        inbox.wakeup().wake();
    }

    /** Spouts are asked for tuples from the next turn on, or no longer. Returns at once. */
    void setActive(boolean active) {
        wantedActive = active;
        inbox.wakeup().wake();
    }

    /** Nothing waits to be done, and the thread parks; only for a moment if user code is asked at intervals. */
    boolean isAtRest() {
        return atRest && inbox.isEmpty() && posted.isEmpty() && wantedActive == active;
    }

    /** Whether the thread does something, such as a call into user code, instead of waiting; not before all is prepared. */
    boolean isAtWork() {
        return atWork;
    }

    /** Turns of the loop; moves on whenever something is done. */
    Counter turns() {
        return turns;
    }

    /** Time that was neither {@link #idleNanos} nor {@link #blockedNanos}; the call in hand is not in it yet. */
    Counter busyNanos() {
        return busyNanos;
    }

    Counter idleNanos() {
        return idleNanos;
    }

    Counter blockedNanos() {
        return blockedNanos;
    }

    private void turn() {
        long now = nanoClock.getAsLong();
        if (machine.held() > 0) {
            machine.flush();
        }
        if (wantedActive != active) {
            active = wantedActive;
            machine.setActive(active, now);
        }
        boolean worked = acks(now);
        boolean acksLeft = !inbox.control().isEmpty();
        worked |= posted();
        Step step = machine.step(now);
        worked |= step == Step.WORKED;
        worked |= tuples();
        if (!acksLeft && isDue(now)) {
            machine.poll(now);
            worked = true;
        }
        if (worked) {
            turns.add(1);
            askNanos = SHORTEST_ASK_NANOS;
            blockedParkNanos = BLOCKED_PARK_NANOS;
            if (now - lastFlush > FLUSH_NANOS) {
                lastFlush = now;
                machine.flush();
                account(busyNanos, now);
            }
            return;
        }
        int heldBefore = machine.held();
        boolean flushed = machine.flush();
        lastFlush = now;
        if (machine.held() < heldBefore) {
            // What was held back is what the machine waited for.
            turns.add(1);
        } else if (!flushed) {
            waitBlocked(now);
        } else if (step == Step.ASK_AGAIN) {
            waitToAsk(now);
        } else {
            waitIdle(now);
        }
    }

    private boolean acks(long now) {
        boolean any = false;
        for (int i = 0; i < ACK_BATCHES_A_TURN; i++) {
            AckBatch batch = inbox.control().poll();
            if (batch == null) {
                break;
            }
            machine.onAcks(batch, now);
            arrays.give(batch.pairs());
            any = true;
        }
        return any;
    }

    private boolean posted() {
        boolean any = false;
        // Those that wait now and no more, or threads that post all the time would keep everything else from being
        // done.
        int most = postedCount.get();
        Runnable call;
        for (int i = 0; i < most && machine.takesCalls() && (call = posted.poll()) != null; i++) {
            if (postedCount.getAndDecrement() <= MOST_POSTED / 2) {
                wakePosters();
            }
            call.run();
            any = true;
        }
        return any;
    }

    private void wakePosters() {
        Wakeup poster;
        while ((poster = posters.poll()) != null) {
            poster.wake();
        }
    }

    private boolean tuples() {
        boolean any = false;
        if (machine.wantsCycle()) {
            TupleBatch batch = next(inbox.tuples(true));
            if (batch != null) {
                machine.onCycle(batch);
                any = true;
            }
        }
        if (machine.wantsOutside()) {
            TupleBatch batch = next(inbox.tuples(false));
            if (batch != null) {
                machine.onOutside(batch);
                any = true;
            }
        }
        return any;
    }

    private @Nullable TupleBatch next(Lane<Object> lane) {
        Object batch;
        while ((batch = lane.poll()) != null) {
            TupleBatch tuples = batch instanceof TupleBatch local ? local : reader.read(batch);
            if (tuples != null) {
                return tuples;
            }
        }
        return null;
    }

    private boolean isDue(long now) {
        long deadline = machine.nextDeadlineNanos();
        return deadline != Long.MAX_VALUE && now - deadline >= 0;
    }

    /**
     * Something is held back: until there is room, or an ack comes. Whoever has room tells one sender after the other; this one looks by
     * itself as well, in case that those before it take their time, and less often the longer it waits, since many may.
     */
    private void waitBlocked(long now) {
        Wakeup wakeup = inbox.wakeup();
        wakeup.prepare();
        int held = machine.held();
        if (machine.flush() || machine.held() < held || hasWork()) {
            wakeup.cancel();
            return;
        }
        account(busyNanos, now);
        park(Math.min(blockedParkNanos, untilDue(now)));
        blockedParkNanos = Math.min(2 * blockedParkNanos, LONGEST_BLOCKED_PARK_NANOS);
        account(blockedNanos, nanoClock.getAsLong());
    }

    /** The spout had nothing: it is asked again soon, and less often the longer it has nothing. */
    private void waitToAsk(long now) {
        Wakeup wakeup = inbox.wakeup();
        wakeup.prepareBriefly();
        if (hasWork()) {
            wakeup.cancel();
            return;
        }
        account(busyNanos, now);
        atRest = true;
        park(Math.min(askNanos, untilDue(now)));
        atRest = false;
        askNanos = Math.min(2 * askNanos, LONGEST_ASK_NANOS);
        account(idleNanos, nanoClock.getAsLong());
    }

    private void waitIdle(long now) {
        if (spin(now)) {
            return;
        }
        Wakeup wakeup = inbox.wakeup();
        wakeup.prepare();
        if (hasWork()) {
            wakeup.cancel();
            return;
        }
        account(busyNanos, now);
        atRest = !machine.isUnderWay();
        park(Math.min(LONGEST_PARK_NANOS, untilDue(now)));
        atRest = false;
        account(idleNanos, nanoClock.getAsLong());
    }

    private void park(long nanos) {
        // An interrupt that user code left behind would keep this thread from ever parking.
        Thread.interrupted();
        boolean before = atWork;
        atWork = false;
        inbox.wakeup().park(nanos);
        atWork = before;
    }

    /** Whatever passed since the last call was time of this kind. No kind ever goes back, which readers rely on. */
    private void account(Counter kind, long now) {
        kind.add(now - accountedUntil);
        accountedUntil = now;
    }

    /**
     * Looks for work for a moment, if few enough others do, and if that was of use lately: where work comes later than a spin lasts,
     * the thread parks at once and spins only now and then to see whether that has changed.
     *
     * @return whether there is work
     */
    private boolean spin(long now) {
        long limit = spinNanos;
        if (limit < SHORTEST_SPIN_NANOS) {
            if (--untilProbe > 0) {
                return hasWork();
            }
            untilProbe = IDLE_TURNS_A_PROBE;
            limit = LONGEST_SPIN_NANOS;
        }
        if (!spins.tryTake()) {
            return hasWork();
        }
        try {
            do {
                for (int i = 0; i < 32; i++) {
                    if (hasWork()) {
                        spinNanos = LONGEST_SPIN_NANOS;
                        return true;
                    }
                    Thread.onSpinWait();
                }
            } while (nanoClock.getAsLong() - now < limit);
            spinNanos = Math.min(spinNanos, limit) / 2;
            return false;
        } finally {
            spins.giveBack();
        }
    }

    private boolean hasWork() {
        return stopping
                || !inbox.control().isEmpty()
                || wantedActive != active
                || !posted.isEmpty() && machine.takesCalls()
                || machine.wantsCycle() && !inbox.tuples(true).isEmpty()
                || machine.wantsOutside() && !inbox.tuples(false).isEmpty();
    }

    private long untilDue(long now) {
        long deadline = machine.nextDeadlineNanos();
        return deadline == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(1, deadline - now);
    }
}
