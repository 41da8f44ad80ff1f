package dev.gale.adapter.netty;

import java.util.Map;

class NioTransportContractIT extends NettyTransportContractIT {
    @Override
    Map<String, Object> settings() {
        return Map.of("native", "false");
    }
}
