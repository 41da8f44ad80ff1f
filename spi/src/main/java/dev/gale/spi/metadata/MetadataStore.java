package dev.gale.spi.metadata;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Small consistent data shared by all nodes. Rule numbers are test names in {@code MetadataStoreContract}.
 * <ol>
 * <li>A commit applies all of its writes or none; of several commits whose checks name the same version and that write
 *     that key, at most one is accepted.
 * <li>A refused commit changes nothing; refusal is a value that names a check that did not hold, never an exception. It
 *     comes before a rejection: a commit with a check that does not hold is refused, also when rule 6 forbids its writes.
 * <li>A key that was deleted and created again never matches a version read before the deletion.
 * <li>Commits are linearizable. Those of one client that write the same key take effect in the order in which they were
 *     asked for, also when none waits for another's answer; only what failed as UNAVAILABLE has no place. A read may
 *     lag behind other clients, but never goes back on what this client saw: in a read, in the result of its own commit,
 *     or in a watcher.
 * <li>Parents are implicit: a key needs none, and one that only has keys below it reads as absent. {@code children}
 *     lists, in order, the names directly below a key under which there is something; it may list a name for a while
 *     after the last key below that name was deleted. Deleting a key leaves those below it; deleting an absent key is
 *     accepted and does nothing.
 * <li>A session key belongs to the session of the client that put it last, whoever had it before, and is deleted when
 *     that session ends; a persistent put makes it persistent. Session keys have no children: a commit that would make
 *     one fails with category REJECTED and changes nothing.
 * <li>A client has one session at a time, opened by itself. Suspended: the store does not answer, commits and reads may
 *     fail as UNAVAILABLE; then either resumed, with all session keys, or ended, with none. After ended the client
 *     opens a new session by itself and says renewed. A commit with session keys is for the session that the client has
 *     when it is asked for; in between, and when that one has ended before the commit happens, it fails as UNAVAILABLE.
 * <li>A watcher is told every key under the prefix (the prefix itself too), then {@code synced}; then the latest state
 *     of each key that changes, at least once and in order for one key. It may miss states in between, never the last,
 *     and may be told the same twice. Of a key that came and went before it was told, it may be told the deletion or
 *     nothing: who must know looks, until it was told of the key. After a gap, a compaction or an ended session it is told what changed meanwhile,
 *     deletions included, then {@code synced} again.
 * <li>At most {@link #MAX_OPERATIONS} checks and writes, {@link #MAX_VALUE_BYTES} a value and {@link #MAX_COMMIT_BYTES}
 *     of keys and values a commit; more is refused when the {@link Commit} is made, before anything is sent. A commit
 *     at a limit works.
 * <li>A stage fails with {@link dev.gale.spi.plugin.EngineException} itself, not wrapped. UNAVAILABLE: a commit may
 *     have happened or not. Repeating it under its request id is safe: if a check fails only because it had happened,
 *     and a key that it put still has that state, the answer is accepted, and nothing changes. What is read tells which
 *     request wrote it. While the store cannot be reached, no stage waits for longer than about the time that a session
 *     lasts without it.
 * <li>Of an election's leaders at most one holds a fence that is accepted, and the epoch rises with every leader, also
 *     when all candidates had gone. A leader whose session ended, or whose key was taken or deleted, is told deposed,
 *     once it can know. When the leader resigns, closes its store or ends its session, another candidate is elected. A
 *     suspension alone deposes nobody.
 * <li>Threads: call from any; nothing blocks but {@code close}. Stages and callbacks complete on the store's thread and
 *     must not block it. What a callback throws goes to the context's error handler, and it is called again.
 * <li>{@code close} is idempotent, deletes the session's keys, completes every stage, and returns with no callback
 *     running and no thread left, unless it was called from a callback. Calls after it fail with {@link
 *     IllegalStateException}, thrown or in the stage.
 * </ol>
 * What holds while the network to the store fails has its tests in {@code MetadataStoreFaultContract} too.
 */
public interface MetadataStore extends AutoCloseable {
    /** Most checks, puts and deletes of a commit together. */
    int MAX_OPERATIONS = 100;

    /** Most bytes of a value. */
    int MAX_VALUE_BYTES = 512 * 1024;

    /** Most bytes of all keys and values of a commit together: below what ZooKeeper (1 MiB) and etcd (1.5 MiB) take. */
    int MAX_COMMIT_BYTES = 768 * 1024;

    /** The state of one key; empty when it does not exist. */
    CompletionStage<Optional<Versioned>> read(Key key);

    /** The names directly below, sorted, without their paths. */
    CompletionStage<List<String>> children(Key key);

    /** The one way to write. */
    CompletionStage<CommitResult> commit(Commit commit);

    /** Reports all keys under {@code prefix}, now and later. Returns at once. */
    Registration watch(Key prefix, Watcher watcher);

    /** This client's session: the same object for as long as the store is open. */
    Session session();

    /** Stands for an election. Returns at once. {@link KeyElection} does it for an adapter that has no better way. */
    LeaderElection elect(Election election, Candidate candidate);

    @Override
    void close();
}
