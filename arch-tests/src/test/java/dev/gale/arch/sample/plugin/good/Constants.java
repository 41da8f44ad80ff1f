package dev.gale.arch.sample.plugin.good;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class Constants {
    private static final Logger LOG = LoggerFactory.getLogger(Constants.class);
    private static final List<String> NAMES = List.of("one", "two");
    private static final Map<String, Integer> NUMBERS =
            Map.ofEntries(Map.entry("one", Integer.valueOf(1)), Map.entry("two", Integer.valueOf(2)));
    private static final Set<String> COPY = Set.copyOf(Arrays.asList("one", "two"));
    private static final List<String> VIEW = Collections.unmodifiableList(Arrays.asList("one", "two"));
    private static final Set<String> COLLECTED =
            Stream.of("one", "two").filter(name -> name.length() > 1).collect(Collectors.toUnmodifiableSet());
    private static final List<String> LISTED = Stream.of("one", "two").sorted().toList();
    private static final List<String> AGAIN = LISTED;
    private static final List<String> NOTHING = Collections.emptyList();
    private static final byte[] MARK = {1, 2};
    private static final TimeUnit UNIT = TimeUnit.SECONDS;

    enum Kind {
        ONE,
        TWO
    }

    private final Map<String, Kind> kinds = new ConcurrentHashMap<>();

    long seconds() {
        LOG.debug("{} {} {}", NAMES, MARK, kinds);
        LOG.debug("{} {} {} {} {} {} {}", NUMBERS, COPY, VIEW, COLLECTED, LISTED, AGAIN, NOTHING);
        return UNIT.toSeconds(1);
    }

    static int of(Kind kind) {
        return switch (kind) {
            case ONE -> 1;
            case TWO -> 2;
        };
    }
}
