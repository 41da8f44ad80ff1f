package dev.gale.runtime.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Two executors borrow an array each, and give it back later. The result is whether both had the same one. The pool is one for all
 * repetitions: only then its places are used again.
 */
@JCStressTest
@State
@Outcome(id = "true", expect = FORBIDDEN, desc = "one array lent twice")
@Outcome(id = "false", expect = ACCEPTABLE)
public class AckArraysStress {
    private static final AckArrays ARRAYS = new AckArrays();

    private long[] ofOne = {};
    private long[] ofOther = {};

    @Actor
    public void one() {
        ofOne = ARRAYS.take();
    }

    @Actor
    public void other() {
        ofOther = ARRAYS.take();
    }

    @Arbiter
    public void after(Z_Result result) {
        result.r1 = ofOne == ofOther;
        ARRAYS.give(ofOne);
        ARRAYS.give(ofOther);
    }
}
