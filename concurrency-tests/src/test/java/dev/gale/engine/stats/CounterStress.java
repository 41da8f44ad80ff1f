package dev.gale.engine.stats;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A reader looks twice while a value is added that has bits in both halves: it sees all of it or none, and never goes back. */
@JCStressTest
@State
@Outcome(
        id = {"0, 0", "0, 4294967297", "4294967297, 4294967297"},
        expect = ACCEPTABLE,
        desc = "whole and forward; what is not listed is forbidden")
public class CounterStress {
    private static final long BOTH_HALVES = (1L << 32) + 1;

    private final Counter counter = new Counter();

    @Actor
    public void writer() {
        counter.add(BOTH_HALVES);
    }

    @Actor
    public void reader(JJ_Result result) {
        result.r1 = counter.get();
        result.r2 = counter.get();
    }
}
