package dev.gale.runtime.worker;

import dev.gale.runtime.executor.Lane;
import dev.gale.runtime.executor.Wakeup;
import java.util.List;
import java.util.function.Consumer;

/** The worker's one sending thread: moves frames from the transfer lane to the links, and what links owe. */
final class Sender implements Runnable {
    private static final int FRAMES_A_TURN = 256;
    private static final long PARK_NANOS = 1_000_000_000;

    private final Wakeup wakeup = new Wakeup();
    private final Lane<OutgoingFrame> transfer;
    private final Consumer<Throwable> died;
    private volatile List<WorkerLink> links = List.of();
    private volatile boolean stopping;
    private volatile boolean atRest;

    /**
     * @param bytes that may wait in the transfer lane
     * @param died told if the thread ends with an error
     */
    Sender(long bytes, Consumer<Throwable> died) {
        this.died = died;
        transfer = new Lane<>(bytes, wakeup);
    }

    Lane<OutgoingFrame> transfer() {
        return transfer;
    }

    void wake() {
        wakeup.wake();
    }

    void use(List<WorkerLink> all) {
        links = List.copyOf(all);
    }

    void stop() {
        stopping = true;
        wakeup.wake();
    }

    boolean isAtRest() {
        return atRest && transfer.isEmpty();
    }

    @Override
    public void run() {
        try {
            loop();
        } catch (Throwable e) {
            died.accept(e);
        }
    }

    private void loop() {
        wakeup.own();
        while (!stopping) {
            boolean worked = false;
            for (WorkerLink link : links) {
                worked |= link.advance();
            }
            for (int i = 0; i < FRAMES_A_TURN; i++) {
                OutgoingFrame frame = transfer.poll();
                if (frame == null) {
                    break;
                }
                frame.link().send(frame);
                worked = true;
            }
            if (!worked) {
                rest();
            }
        }
    }

    private void rest() {
        wakeup.prepare();
        if (stopping || !transfer.isEmpty() || links.stream().anyMatch(WorkerLink::hasWork)) {
            wakeup.cancel();
            return;
        }
        atRest = links.stream().allMatch(WorkerLink::isIdle);
        wakeup.park(PARK_NANOS);
        atRest = false;
    }
}
