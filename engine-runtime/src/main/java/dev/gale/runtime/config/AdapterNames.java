package dev.gale.runtime.config;

/** Which adapter stands behind each port. */
public record AdapterNames(String metadataStore, String metadataRoot, String transport, String heartbeat) {
    public static AdapterNames of(Configuration configuration) {
        return new AdapterNames(
                configuration.get(ConfigKeys.METADATA_STORE),
                configuration.get(ConfigKeys.METADATA_ROOT),
                configuration.get(ConfigKeys.TRANSPORT),
                configuration.get(ConfigKeys.HEARTBEAT));
    }
}
