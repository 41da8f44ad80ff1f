package dev.gale.runtime.config;

/**
 * What every daemon of a host has in common.
 *
 * @param localDir where it keeps its files
 * @param bindHost the address that it listens on
 * @param host the name under which others reach it
 */
public record HostSettings(String localDir, String bindHost, String host) {
    public static HostSettings of(Configuration configuration) {
        return new HostSettings(
                configuration.get(ConfigKeys.LOCAL_DIR),
                configuration.get(ConfigKeys.BIND_HOST),
                configuration.get(ConfigKeys.HOST));
    }
}
