package dev.gale.adapter.netty;

/** Where our own key is, and whom we trust: key stores that Java reads, PKCS12 or JKS. */
record TlsSettings(String keyStore, String keyStorePassword, String trustStore, String trustStorePassword) {
    /** The files only; never a password. */
    @Override
    public String toString() {
        return "TlsSettings[keyStore=" + keyStore + ", trustStore=" + trustStore + "]";
    }
}
