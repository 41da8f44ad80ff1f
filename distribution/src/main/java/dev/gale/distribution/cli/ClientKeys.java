package dev.gale.distribution.cli;

/** The keys of the configuration that the command line reads itself. */
final class ClientKeys {
    static final String SEEDS = "nimbus.seeds";
    static final String TOKEN = "nimbus.api.token";
    static final String TRUST_STORE = "nimbus.api.tls.trust-store";
    static final String TRUST_STORE_PASSWORD = "nimbus.api.tls.trust-store-password";

    private ClientKeys() {}
}
