package dev.gale.arch.sample.good.tck;

import dev.gale.arch.sample.good.spi.PortFactory;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

public abstract class PortContract {
    protected abstract PortFactory factory();

    @Test
    void rule1_hasAName() {
        Assertions.assertThat(factory().name()).isNotBlank();
    }
}
