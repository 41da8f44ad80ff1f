package dev.gale.engine.supervisor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a supervisor does about its slots: it is told what is assigned to it, and what happens on its host, and answers with commands.
 * After its own restart it is told first what it finds running, then what was assigned. Not thread-safe.
 */
public final class SupervisorMachine {
    private enum Code {
        FETCHING,
        READY,
        FAILED
    }

    private record Held(String digest, Code state, long sinceNanos) {}

    private final SupervisorTimings timings;
    private final SortedMap<Integer, SlotMachine> slots = new TreeMap<>();
    private final SortedMap<String, Held> codes = new TreeMap<>();
    private final List<SupervisorCommand> commands = new ArrayList<>();

    public SupervisorMachine(Collection<Integer> ports, SupervisorTimings timings) {
        this.timings = timings;
        ports.forEach(port -> slots.put(port, new SlotMachine(port, timings, this::hasCode, commands::add)));
    }

    /** A worker runs on a port since before this supervisor was started. */
    public void found(int port, WorkerProcess process, SlotAssignment running, long nowNanos) {
        SlotMachine slot = slots.get(port);
        if (slot == null) {
            commands.add(new SupervisorCommand.Kill(port, process, "its port is none of this supervisor's any more"));
        } else {
            slot.adopt(process, running, nowNanos);
        }
    }

    /** A topology's files are here since before this supervisor was started. */
    public void foundCode(String topology, String digest, long nowNanos) {
        codes.put(topology, new Held(digest, Code.READY, nowNanos));
    }

    /**
     * All that is assigned to this supervisor now.
     *
     * @param byPort those for ports that it does not have are ignored
     */
    public void assigned(Map<Integer, SlotAssignment> byPort, long nowNanos) {
        slots.forEach((port, slot) -> slot.want(Optional.ofNullable(byPort.get(port)), nowNanos));
    }

    public void codeReady(String topology, String digest, long nowNanos) {
        codes.put(topology, new Held(digest, Code.READY, nowNanos));
    }

    public void codeFailed(String topology, String digest, long nowNanos) {
        codes.put(topology, new Held(digest, Code.FAILED, nowNanos));
    }

    /** Files that were thought to be here are not, or not whole. If they are on their way already, that goes on. */
    public void codeLost(String topology) {
        codes.computeIfPresent(topology, (lost, held) -> held.state == Code.READY ? null : held);
    }

    public void launched(int port, WorkerProcess process, long nowNanos) {
        slot(port).launched(process, nowNanos);
    }

    public void launchFailed(int port, String reason, long nowNanos) {
        slot(port).launchFailed(reason, nowNanos);
    }

    public void heartbeat(int port, String incarnation, long sequence, long nowNanos) {
        slot(port).heartbeat(incarnation, sequence, nowNanos);
    }

    public void exited(int port, WorkerProcess process, String how, long nowNanos) {
        SlotMachine slot = slots.get(port);
        if (slot != null) {
            slot.exited(process, how, nowNanos);
        }
    }

    /** What is to be done now. */
    public List<SupervisorCommand> poll(long nowNanos) {
        slots.values().forEach(slot -> slot.poll(nowNanos));
        fetchMissing(nowNanos);
        deleteUnused();
        List<SupervisorCommand> due = List.copyOf(commands);
        commands.clear();
        return due;
    }

    /** The processes that run, by port. */
    public SortedMap<Integer, WorkerProcess> processes() {
        SortedMap<Integer, WorkerProcess> all = new TreeMap<>();
        slots.forEach((port, slot) -> slot.process().ifPresent(process -> all.put(port, process)));
        return all;
    }

    /** By port. */
    public SortedMap<Integer, SlotReport> report() {
        SortedMap<Integer, SlotReport> report = new TreeMap<>();
        slots.forEach((port, slot) -> report.put(
                port,
                new SlotReport(
                        slot.state(),
                        slot.current().or(slot::wanted),
                        slot.process(),
                        slot.failures(),
                        slot.trouble())));
        return report;
    }

    private void fetchMissing(long nowNanos) {
        for (SlotMachine slot : slots.values()) {
            SlotAssignment wanted = slot.wanted().orElse(null);
            if (wanted == null || slot.state() != SlotState.AWAITING_CODE || isComing(wanted, nowNanos)) {
                continue;
            }
            codes.put(wanted.topology(), new Held(wanted.codeDigest(), Code.FETCHING, nowNanos));
            commands.add(new SupervisorCommand.FetchCode(wanted.topology(), wanted.codeDigest(), "a slot needs it"));
        }
    }

    private boolean isComing(SlotAssignment wanted, long nowNanos) {
        Held held = codes.get(wanted.topology());
        if (held == null || !held.digest.equals(wanted.codeDigest())) {
            return false;
        }
        return held.state != Code.FAILED || nowNanos - held.sinceNanos < timings.retryNanos();
    }

    private void deleteUnused() {
        Set<String> used = new HashSet<>();
        slots.values().forEach(slot -> {
            slot.wanted().map(SlotAssignment::topology).ifPresent(used::add);
            slot.current().map(SlotAssignment::topology).ifPresent(used::add);
        });
        codes.entrySet().removeIf(entry -> {
            boolean unused = !used.contains(entry.getKey()) && entry.getValue().state != Code.FETCHING;
            if (unused) {
                commands.add(new SupervisorCommand.DeleteCode(entry.getKey(), "no slot uses it"));
            }
            return unused;
        });
    }

    private boolean hasCode(SlotAssignment assignment) {
        Held held = codes.get(assignment.topology());
        return held != null && held.state == Code.READY && held.digest.equals(assignment.codeDigest());
    }

    private SlotMachine slot(int port) {
        SlotMachine slot = slots.get(port);
        if (slot == null) {
            throw new IllegalArgumentException("There is no port " + port + "; there are " + slots.keySet());
        }
        return slot;
    }
}
