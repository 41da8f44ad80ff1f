package dev.gale.control;

/**
 * Where a worker is.
 *
 * @param supervisor the id of the one that runs it
 * @param host under which others reach it
 */
public record WorkerAddress(String supervisor, String host, int port) {
    /** As in {@code host:port}. */
    public String hostPort() {
        return host + ":" + port;
    }
}
