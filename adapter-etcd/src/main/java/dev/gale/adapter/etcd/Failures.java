package dev.gale.adapter.etcd;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * etcd's and gRPC's failures in the words of the port.
 *
 * @param connect the endpoints, for messages
 */
record Failures(String connect) {
    private static final String COMPACTED = "required revision has been compacted";
    private static final String NO_LEADER = "etcdserver: no leader";
    private static final String OLD_TOKEN = "revision of auth store is old";

    /** The exception for whoever waits for {@code what}. */
    EngineException of(String what, Throwable failure) {
        Throwable cause = cause(failure);
        if (cause instanceof EngineException known) {
            return known;
        }
        if (cause instanceof StatusRuntimeException status) {
            return of(what, status);
        }
        return new EngineException(Category.FATAL, what + ": the adapter failed: " + cause, cause);
    }

    EngineException noSession(String what) {
        return new EngineException(
                Category.UNAVAILABLE, what + ": there is no session with " + connect + " at the moment");
    }

    EngineException tooLate(String what) {
        return new EngineException(Category.UNAVAILABLE, what + ": no answer from " + connect + " in time");
    }

    /** True when the outcome is unknown, or nothing was sent at all. */
    static boolean isUnavailable(Throwable failure) {
        Throwable cause = cause(failure);
        return cause instanceof StatusRuntimeException status && isUnavailable(status.getStatus())
                || cause instanceof EngineException known && known.category() == Category.UNAVAILABLE;
    }

    /** True when it is certain that what was asked for did not happen, and may when it is asked for once more. */
    static boolean isCertainlyUndone(Throwable failure) {
        if (!(cause(failure) instanceof StatusRuntimeException status) || !isUnavailable(failure)) {
            return false;
        }
        Throwable reason = status.getStatus().getCause();
        return says(status, NO_LEADER) || reason instanceof ConnectException || reason instanceof UnknownHostException;
    }

    /** True when etcd takes this client for nobody, since its token is of another time. */
    static boolean isOldToken(Status status) {
        return status.getCode() == Code.UNAUTHENTICATED || description(status).contains(OLD_TOKEN);
    }

    /** True when etcd knows who is asking, and this user may not. */
    static boolean isNotAllowed(Throwable failure) {
        return cause(failure) instanceof StatusRuntimeException status && says(status, "permission denied");
    }

    /** True for a session's lease that etcd does not have (any more). */
    static boolean isNoLease(Throwable failure) {
        return cause(failure) instanceof StatusRuntimeException status
                && status.getStatus().getCode() == Code.NOT_FOUND
                && says(status, "lease not found");
    }

    static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** In a few words, the innermost reason too, such as that of a TLS handshake. */
    static String brief(@Nullable Throwable failure) {
        if (failure == null) {
            return "no answer";
        }
        Throwable innermost = cause(failure);
        String text = innermost instanceof StatusRuntimeException status
                ? brief(status.getStatus())
                : String.valueOf(innermost.getMessage());
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        return innermost instanceof StatusRuntimeException || text.contains(String.valueOf(innermost.getMessage()))
                ? text
                : text + ": " + innermost.getMessage();
    }

    private static String brief(Status status) {
        String first = description(status).lines().findFirst().orElse("");
        return first.isEmpty() ? status.getCode().name() : status.getCode() + ", " + first;
    }

    private EngineException of(String what, StatusRuntimeException failure) {
        String why = brief(failure);
        if (isUnavailable(failure.getStatus()) || isNoLease(failure)) {
            return new EngineException(
                    Category.UNAVAILABLE, what + ": no answer from " + connect + " (" + why + ")", failure);
        }
        return new EngineException(
                Category.REJECTED, what + ": " + connect + " refused it (" + why + ")" + hint(failure), failure);
    }

    private static String hint(StatusRuntimeException failure) {
        if (says(failure, "permission denied")) {
            return ": let an operator grant etcd.user a role that may read and write everything under metadata.root, "
                    + "and read the names above it";
        }
        if (says(failure, "user name is empty")) {
            return ": set etcd.user, and etcd.password or etcd.password-file";
        }
        if (says(failure, "invalid user ID or password")) {
            return ": look at etcd.user, and etcd.password or etcd.password-file";
        }
        if (says(failure, "authentication is not enabled")) {
            return ": leave out etcd.user and its password, or let an operator enable authentication";
        }
        if (says(failure, "request is too large") || says(failure, "too many operations")) {
            return ": the servers need at least the defaults of --max-request-bytes and --max-txn-ops";
        }
        return "";
    }

    private static boolean isUnavailable(Status status) {
        return switch (status.getCode()) {
            case UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED, ABORTED, UNKNOWN, INTERNAL, DATA_LOSS, UNAUTHENTICATED ->
                true;
            // The server's own, such as a full disk quota or too many requests; not a message that is too large for us.
            case RESOURCE_EXHAUSTED ->
                description(status).startsWith("etcdserver:")
                        || description(status).startsWith("mvcc:");
            case OUT_OF_RANGE -> description(status).contains(COMPACTED);
            default -> description(status).contains(OLD_TOKEN);
        };
    }

    private static boolean says(StatusRuntimeException failure, String words) {
        return description(failure.getStatus()).contains(words);
    }

    private static String description(Status status) {
        String description = status.getDescription();
        return description == null ? "" : description;
    }
}
