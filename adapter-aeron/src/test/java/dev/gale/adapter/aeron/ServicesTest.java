package dev.gale.adapter.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.plugin.CompanionServiceFactory;
import dev.gale.spi.transport.TransportFactory;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class ServicesTest {
    @Test
    void theTransportIsFoundByName() {
        assertThat(ServiceLoader.load(TransportFactory.class))
                .extracting(TransportFactory::name)
                .containsExactly("aeron");
    }

    @Test
    void theCompanionIsFoundByTheSameName() {
        assertThat(ServiceLoader.load(CompanionServiceFactory.class))
                .extracting(CompanionServiceFactory::name)
                .containsExactly("aeron");
    }
}
