package dev.gale.adapter.etcd;

/** Who this client is. It prints without the password. */
record Credentials(String user, String password) {
    @Override
    public String toString() {
        return "Credentials[user=" + user + "]";
    }
}
