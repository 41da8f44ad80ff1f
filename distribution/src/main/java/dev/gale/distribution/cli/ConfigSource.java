package dev.gale.distribution.cli;

import dev.gale.control.ConfigValue;
import java.util.List;
import java.util.Map;

/** The configuration of this host, as the command line needs it. */
interface ConfigSource {
    /**
     * What holds, by key, secrets included.
     *
     * @param flags of the command line, which come before everything else
     * @throws CliException CONFIG if it makes no sense
     */
    Map<String, Object> values(Map<String, String> flags);

    /** What holds and where it was set, secrets hidden, in the order of keys. @throws CliException CONFIG if it makes no sense */
    List<ConfigValue> effective(Map<String, String> flags);

    /** Everything that is wrong, a line each; none if nothing is. */
    List<String> problems(Map<String, String> flags);
}
