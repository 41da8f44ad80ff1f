package dev.gale.runtime.nimbus;

import dev.gale.control.ComponentStatistics;
import dev.gale.control.SubmitRequest;
import dev.gale.control.UploadRequest;
import dev.gale.control.UploadStatus;
import dev.gale.engine.task.TaskLayout;
import dev.gale.engine.topology.TopologySettings;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Uploads and topologies' files on a nimbus's disk. Calls block for as long as the disk takes, and come on any thread. Failures are
 * {@link dev.gale.control.ControlException}.
 */
public interface TopologyFiles {
    /**
     * A topology that was checked and is on disk.
     *
     * @param digest of its files together
     * @param uploads that it was made of, held until one of their methods is called
     */
    record Kept(String digest, TaskLayout layout, TopologySettings settings, HeldUploads uploads) {}

    /** Uploads in the hands of a submit. */
    interface HeldUploads {
        /** Nobody needs them any more: they are removed. */
        void use();

        /** The submit can be repeated with them. Does nothing after {@link #use}. */
        void release();
    }

    /**
     * What is known of a topology from its files.
     *
     * @param conf with secrets hidden
     * @param kinds of components, by id
     */
    record Described(Map<String, Object> conf, Map<String, ComponentStatistics.Kind> kinds) {
        /** Of a topology whose files are elsewhere. */
        static final Described NOTHING = new Described(Map.of(), Map.of());
    }

    UploadStatus begin(UploadRequest request);

    UploadStatus chunk(String id, long offset, byte[] bytes);

    UploadStatus status(String id);

    UploadStatus finish(String id);

    /**
     * Checks everything about a submit that does not depend on the cluster's state, and keeps its files under the topology's id. If it
     * fails nothing is kept; the uploads are there still unless they would be refused again.
     *
     * @throws dev.gale.control.ControlException NOT_FOUND if there is no such upload; CONFLICT if it cannot be used now
     */
    Kept keep(String topologyId, SubmitRequest request);

    /** Empty if its files are not here, or not whole. */
    Optional<Described> describe(String topologyId, String digest);

    /**
     * Sees that a topology's files are here, and fetches them from whoever has them if they are not.
     *
     * @throws dev.gale.spi.plugin.EngineException if they cannot be had, with what was tried
     */
    void ensure(String topologyId, String digest);

    /** A piece of a file, as {@link dev.gale.control.Control#code} gives it. */
    byte[] code(String topologyId, String digest, String file, long offset);

    /** Deletes the files of a topology that is gone, if there are any. */
    void remove(String topologyId);

    /** Deletes files of topologies other than these, as long as nobody can be about to submit them. */
    void sweep(Set<String> topologyIds);
}
