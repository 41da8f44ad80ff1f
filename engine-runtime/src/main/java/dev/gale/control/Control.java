package dev.gale.control;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A cluster, as its users see it.
 * <ol>
 * <li>Threads: call from any; nothing blocks. Stages may complete on a thread of the cluster, which must not be held up there.
 * <li>Failures are {@link ControlException}, thrown by no method but given by its stage. After UNAVAILABLE and INTERNAL a request that
 *     changes something may or may not have been carried out; all but {@link #rebalance} may then be repeated.
 * <li>Any nimbus answers; what only the leader can do, another refuses as NOT_LEADING and says who leads.
 * <li>What changes something is answered when it is durable, not when every worker has followed.
 * <li>What tells of the cluster tells what whoever answers knows, which may be a few seconds old.
 * <li>Lists have an order that stays: by name, id or number, errors by time.
 * </ol>
 */
public interface Control {
    /**
     * Opens an upload. What is never finished or submitted is deleted some time later.
     *
     * @return its id, which nobody can guess, and that nothing was received yet; fails as TOO_LARGE, naming the limit
     */
    CompletionStage<UploadStatus> beginUpload(UploadRequest request);

    /**
     * Adds bytes at the end of what was received.
     *
     * @param offset of the first byte; another than {@link UploadStatus#receivedBytes} is refused as CONFLICT, and nothing changes: ask
     *     for the status, and go on from there
     */
    CompletionStage<UploadStatus> uploadChunk(String id, long offset, byte[] bytes);

    CompletionStage<UploadStatus> uploadStatus(String id);

    /**
     * Checks the digest. To finish what was finished before is granted.
     *
     * @return the finished upload; fails as CONFLICT if bytes are missing, as INVALID if the digest differs, and the upload is gone then
     */
    CompletionStage<UploadStatus> finishUpload(String id);

    /**
     * Starts a topology. A submit with the idempotency key of an accepted one is answered with that topology; another with a name that is
     * taken is refused as CONFLICT.
     */
    CompletionStage<TopologySummary> submit(SubmitRequest request);

    CompletionStage<List<TopologySummary>> topologies();

    CompletionStage<TopologyDetails> topology(String name);

    /** Stops its spouts, waits until nothing is pending or the wait is over, and removes it. A second kill may shorten the wait. */
    CompletionStage<TopologySummary> kill(String name, KillRequest request);

    CompletionStage<TopologySummary> activate(String name);

    CompletionStage<TopologySummary> deactivate(String name);

    /** Stops its spouts, waits until nothing is pending or the wait is over, lays its executors out anew, and goes on. */
    CompletionStage<TopologySummary> rebalance(String name, RebalanceRequest request);

    CompletionStage<List<SupervisorSummary>> supervisors();

    /** Those that are known to whoever answers, the leader first. */
    CompletionStage<List<NimbusSummary>> nimbuses();

    CompletionStage<List<TaskSummary>> tasks(String name);

    /** The ten newest errors of each component, the newest first. */
    CompletionStage<List<ComponentError>> errors(String name);

    /** The ten newest errors of one component, the newest first; fails as NOT_FOUND if there is no such component. */
    CompletionStage<List<ComponentError>> errors(String name, String component);

    /**
     * A piece of a file that workers of a topology run, for the supervisors that start them. What is asked must be an operator's: the
     * conf among the files holds the secret that the workers share.
     *
     * @param topologyId not its name
     * @param digest of the topology's files together; others under the same id are not given
     * @param file {@code stormjar.jar}, {@code stormcode.ser} or {@code stormconf.ser}
     * @return the bytes from {@code offset} on, a few megabytes at most; none at the end
     */
    CompletionStage<byte[]> code(String topologyId, String digest, String file, long offset);

    /** The configuration of whoever answers, by key. Secrets are hidden. */
    CompletionStage<List<ConfigValue>> config();
}
