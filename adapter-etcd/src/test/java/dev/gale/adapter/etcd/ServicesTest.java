package dev.gale.adapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.MetadataStoreFactory;
import dev.gale.spi.plugin.CompanionServiceFactory;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class ServicesTest {
    @Test
    void theStoreAndItsCompanionAreFoundByName() {
        assertThat(ServiceLoader.load(MetadataStoreFactory.class))
                .extracting(MetadataStoreFactory::name)
                .containsExactly("etcd");
        assertThat(ServiceLoader.load(CompanionServiceFactory.class))
                .extracting(CompanionServiceFactory::name)
                .containsExactly("etcd");
    }
}
