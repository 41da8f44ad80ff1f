package dev.gale.adapter.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.heartbeat.HeartbeatsFactory;
import dev.gale.spi.metadata.MetadataStoreFactory;
import dev.gale.spi.transport.TransportFactory;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class ServicesTest {
    @Test
    void allThreePortsAreFoundByName() {
        assertThat(ServiceLoader.load(MetadataStoreFactory.class))
                .extracting(MetadataStoreFactory::name)
                .containsExactly("memory");
        assertThat(ServiceLoader.load(TransportFactory.class))
                .extracting(TransportFactory::name)
                .containsExactly("memory");
        assertThat(ServiceLoader.load(HeartbeatsFactory.class))
                .extracting(HeartbeatsFactory::name)
                .containsExactly("memory");
    }
}
