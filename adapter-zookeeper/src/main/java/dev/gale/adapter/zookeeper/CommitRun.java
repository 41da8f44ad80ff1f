package dev.gale.adapter.zookeeper;

import dev.gale.adapter.zookeeper.CommitPlan.Decision;
import dev.gale.adapter.zookeeper.Handle.Content;
import dev.gale.spi.metadata.Check;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Commit.Put;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.CommitResult.Accepted;
import dev.gale.spi.metadata.CommitResult.Refused;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.OpResult.SetDataResult;
import org.jspecify.annotations.Nullable;

/**
 * One commit on its way: take a picture, plan, send, and again when somebody wrote in between. It never repeats what may
 * have happened; that is for the caller, under the same request id. All on the store's thread.
 */
final class CommitRun {
    /** Each is lost only because somebody else's was not. */
    private static final int MOST_ATTEMPTS = 200;

    private final Handle handle;
    private final Creations creations;
    private final Commit commit;
    private final Set<String> wholes = new TreeSet<>();
    private final CompletableFuture<CommitResult> result = new CompletableFuture<>();
    private int attempts;

    private CommitRun(Handle handle, Creations creations, Commit commit) {
        this.handle = handle;
        this.creations = creations;
        this.commit = commit;
    }

    static CompletableFuture<CommitResult> start(Handle handle, Creations creations, Commit commit) {
        CommitRun run = new CommitRun(handle, creations, commit);
        run.attempt(false);
        return run.result;
    }

    /**
     * @param fresh whether the picture is one of after the commit was asked for, since a transaction of this client came
     *     before it; otherwise the server may lag behind what others were told
     */
    private void attempt(boolean fresh) {
        attempts++;
        if (attempts > MOST_ATTEMPTS) {
            result.completeExceptionally(new EngineException(
                    Category.UNAVAILABLE,
                    "commit " + commit.requestId() + ": others wrote the same keys in between, " + MOST_ATTEMPTS
                            + " times"));
            return;
        }
        Picture.take(handle, creations, CommitPlan.counted(commit), CommitPlan.parents(commit), wholes)
                .thenAccept(picture -> act(picture, fresh))
                .exceptionally(this::fail);
    }

    private void act(Picture picture, boolean fresh) {
        Decision decision = CommitPlan.decide(commit, picture, creations, handle.session(), handle.acl());
        if (decision instanceof Decision.Write write) {
            send(write.operations(), true);
        } else if (decision instanceof Decision.Prepare prepare) {
            send(prepare.operations(), false);
        } else if (decision instanceof Decision.LookBelow look) {
            wholes.addAll(look.paths());
            attempt(fresh);
        } else if (!fresh) {
            // Answered before what is asked for behind it; when it fails, so does that.
            handle.barrier();
            attempt(true);
        } else if (decision instanceof Decision.Refuse refuse) {
            refuse(refuse.check());
        } else if (decision instanceof Decision.Reject reject) {
            result.completeExceptionally(reject.reason());
        }
    }

    private void send(List<Op> operations, boolean all) {
        handle.multi(operations)
                .thenAccept(answers -> {
                    if (all) {
                        result.complete(new Accepted(versions(answers)));
                    } else {
                        attempt(false);
                    }
                })
                .exceptionally(failure -> {
                    if (!Failures.isOutdated(failure)) {
                        return fail(failure);
                    }
                    creations.forgetIfGone(failure);
                    attempt(true);
                    return null;
                });
    }

    /** All that one transaction writes has its version; that of what it created is not told, but that of its counter. */
    private Map<Key, Version> versions(List<OpResult> answers) {
        Map<Key, Version> versions = new HashMap<>();
        for (OpResult answer : answers) {
            if (answer instanceof SetDataResult written) {
                Version version = Envelope.version(written.getStat().getMzxid());
                commit.puts().forEach(put -> versions.put(put.key(), version));
                break;
            }
        }
        return versions;
    }

    /** Unless the check fails only because this very commit had happened, and something is left to tell by. */
    private void refuse(Check check) {
        Map<Key, Version> versions = new HashMap<>();
        List<CompletableFuture<Void>> reads = new ArrayList<>();
        for (Put put : commit.puts()) {
            reads.add(handle.content(Paths.path(put.key()))
                    .thenAccept(content -> content.flatMap(it -> own(put.key(), it))
                            .ifPresent(state -> versions.put(put.key(), state.version()))));
        }
        CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new))
                .thenAccept(
                        nothing -> result.complete(versions.isEmpty() ? new Refused(check) : new Accepted(versions)))
                .exceptionally(this::fail);
    }

    private Optional<Versioned> own(Key key, Content content) {
        try {
            return Envelope.decode(key, content.data(), content.stat())
                    .filter(state -> state.requestId().equals(commit.requestId()));
        } catch (EngineException e) {
            // Somebody else's, of whatever form.
            return Optional.empty();
        }
    }

    private @Nullable Void fail(Throwable failure) {
        result.completeExceptionally(failure);
        return null;
    }
}
