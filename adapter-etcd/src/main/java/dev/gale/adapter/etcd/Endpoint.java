package dev.gale.adapter.etcd;

/** Where a member listens for clients. */
record Endpoint(String host, int port) {
    boolean isLoopback() {
        return host.equals("localhost") || host.equals("::1") || host.startsWith("127.");
    }

    @Override
    public String toString() {
        return host.indexOf(':') < 0 ? host + ":" + port : "[" + host + "]:" + port;
    }
}
