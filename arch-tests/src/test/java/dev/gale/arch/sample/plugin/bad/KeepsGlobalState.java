package dev.gale.arch.sample.plugin.bad;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class KeepsGlobalState {
    static int opened;
    static final AtomicLong COUNT = new AtomicLong();
    static final Map<String, String> CACHE = new ConcurrentHashMap<>();
    static final List<String> CONSTANT = List.of("one");
    static final Set<String> HELD = ConcurrentHashMap.newKeySet();
    static final Map<String, String> SHARED = Collections.synchronizedMap(own());
    static final Set<TimeUnit> UNITS = EnumSet.of(TimeUnit.DAYS, TimeUnit.HOURS);
    static final List<String> NAMES = Arrays.asList("one", "two");
    static final List<String> COLLECTED = Stream.of("one", "two").collect(Collectors.toList());
    static final Map<String, String> OWN = own();
    static final List<String> LAST = List.of("one", "two");

    static Map<String, String> own() {
        return new HashMap<>();
    }
}
