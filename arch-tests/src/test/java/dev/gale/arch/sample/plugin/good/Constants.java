package dev.gale.arch.sample.plugin.good;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class Constants {
    private static final Logger LOG = LoggerFactory.getLogger(Constants.class);
    private static final List<String> NAMES = List.of("one", "two");
    private static final byte[] MARK = {1, 2};
    private static final TimeUnit UNIT = TimeUnit.SECONDS;

    enum Kind {
        ONE,
        TWO
    }

    private final Map<String, Kind> kinds = new ConcurrentHashMap<>();

    long seconds() {
        LOG.debug("{} {} {}", NAMES, MARK, kinds);
        return UNIT.toSeconds(1);
    }

    static int of(Kind kind) {
        return switch (kind) {
            case ONE -> 1;
            case TWO -> 2;
        };
    }
}
