package dev.gale.adapter.zookeeper;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.util.concurrent.CompletionException;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;

/**
 * ZooKeeper's failures in the words of the port.
 *
 * @param connect the servers, for messages
 */
record Failures(String connect) {
    /** The exception for whoever waits for {@code what}. */
    EngineException of(String what, Throwable failure) {
        Throwable cause = cause(failure);
        if (cause instanceof EngineException known) {
            return known;
        }
        if (cause instanceof KeeperException keeper) {
            return of(what, keeper);
        }
        return new EngineException(Category.FATAL, what + ": the adapter failed: " + cause, cause);
    }

    EngineException noSession(String what) {
        return new EngineException(
                Category.UNAVAILABLE, what + ": the session with " + connect + " that it was meant for is not there");
    }

    /** True when somebody wrote in between, so that a plan has to be made anew. */
    static boolean isOutdated(Throwable failure) {
        return cause(failure) instanceof KeeperException keeper
                && switch (keeper.code()) {
                    case BADVERSION, NONODE, NODEEXISTS, NOTEMPTY, NOCHILDRENFOREPHEMERALS -> true;
                    default -> false;
                };
    }

    /** True when the outcome is unknown, or nothing was sent at all. */
    static boolean isUnavailable(Throwable failure) {
        Throwable cause = cause(failure);
        return cause instanceof KeeperException keeper && isUnavailable(keeper.code())
                || cause instanceof EngineException known && known.category() == Category.UNAVAILABLE;
    }

    static boolean isNotAllowed(Throwable failure) {
        return cause(failure) instanceof KeeperException keeper && keeper.code() == Code.NOAUTH;
    }

    static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private EngineException of(String what, KeeperException failure) {
        String path = failure.getPath() == null ? "" : " at node " + failure.getPath();
        if (isUnavailable(failure.code())) {
            return new EngineException(
                    Category.UNAVAILABLE, what + ": no answer from " + connect + " (" + failure.code() + ")", failure);
        }
        return switch (failure.code()) {
            case NOAUTH, AUTHFAILED, INVALIDACL ->
                new EngineException(
                        Category.REJECTED,
                        what + ": " + connect + " refuses this client" + path
                                + ": set zookeeper.username and zookeeper.password to those of the clients that "
                                + "wrote there, or let an operator change the node's ACL",
                        failure);
            default ->
                new EngineException(
                        Category.REJECTED,
                        what + ": " + connect + " refused it" + path + " (" + failure.code() + ")",
                        failure);
        };
    }

    private static boolean isUnavailable(Code code) {
        return switch (code) {
            case CONNECTIONLOSS,
                    OPERATIONTIMEOUT,
                    SESSIONEXPIRED,
                    SESSIONMOVED,
                    NOTREADONLY,
                    THROTTLEDOP,
                    SYSTEMERROR,
                    RUNTIMEINCONSISTENCY,
                    DATAINCONSISTENCY -> true;
            default -> false;
        };
    }
}
