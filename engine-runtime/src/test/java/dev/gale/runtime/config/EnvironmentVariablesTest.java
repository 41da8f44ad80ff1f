package dev.gale.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentVariablesTest {
    @ParameterizedTest
    @CsvSource({
        "supervisor.slots.ports, GALE_SUPERVISOR_SLOTS_PORTS",
        "nimbus.api.tls.key-store-password, GALE_NIMBUS_API_TLS_KEY__STORE__PASSWORD",
        "nimbus.slots.perTopology, GALE_NIMBUS_SLOTS_PERTOPOLOGY",
        "gale.local.dir, GALE_LOCAL_DIR",
        "transport, GALE_TRANSPORT",
        "zookeeper.session-timeout, GALE_ZOOKEEPER_SESSION__TIMEOUT",
        "local-file.a.b-c, GALE_LOCAL__FILE_A_B__C",
        "topology.max.spout.pending, GALE_TOPOLOGY_MAX_SPOUT_PENDING"
    })
    void aVariableIsAKeyAndAKeyAVariable(String key, String variable) {
        assertThat(EnvironmentVariables.nameOf(key)).isEqualTo(variable);
        assertThat(EnvironmentVariables.layer(Map.of(variable, "x")).entries())
                .containsExactly(new ConfigEntry(key, "x", new Origin.Environment(variable)));
    }

    @Test
    void everyKnownKeyHasAVariableOfItsOwn() {
        List<String> names = ConfigKeys.ALL.stream().map(ConfigKey::name).toList();

        assertThat(names.stream().map(EnvironmentVariables::nameOf)).doesNotHaveDuplicates();
        for (String name : names) {
            Map<String, String> environment = Map.of(EnvironmentVariables.nameOf(name), "x");
            assertThat(EnvironmentVariables.layer(environment).entries())
                    .extracting(ConfigEntry::key)
                    .containsExactly(name);
        }
    }

    @Test
    void variablesOfOthersAndOfScriptsAreNoConfiguration() {
        assertThat(EnvironmentVariables.layer(Map.of(
                                "PATH", "/bin",
                                "GALEFORCE", "12",
                                "GALE_HOME", "/opt/gale",
                                "GALE_LOG_LEVEL", "DEBUG"))
                        .entries())
                .isEmpty();
    }

    @Test
    void whatKubernetesPutsThereForAServiceIsNoConfiguration() {
        assertThat(EnvironmentVariables.layer(Map.of(
                                "GALE_NIMBUS_SERVICE_HOST", "10.0.0.1",
                                "GALE_NIMBUS_SERVICE_PORT", "7070",
                                "GALE_NIMBUS_SERVICE_PORT_API", "7070",
                                "GALE_NIMBUS_PORT", "tcp://10.0.0.1:7070",
                                "GALE_NIMBUS_PORT_7070_TCP", "tcp://10.0.0.1:7070",
                                "GALE_NIMBUS_PORT_7070_TCP_ADDR", "10.0.0.1",
                                "GALE_PORT", "tcp://10.0.0.1:7070"))
                        .entries())
                .isEmpty();
        assertThat(EnvironmentVariables.layer(Map.of("GALE_NETTY_PORT", "9000")).entries())
                .extracting(ConfigEntry::key)
                .containsExactly("netty.port");
    }

    @Test
    void aMistypedVariableIsAnError() {
        assertThat(Layers.problems(EnvironmentVariables.layer(Map.of("GALE_NIMBUS_API_PROT", "1"))))
                .containsExactly("environment variable GALE_NIMBUS_API_PROT: nimbus.api.prot: unknown key,"
                        + " did you mean 'nimbus.api.port'?");
    }
}
