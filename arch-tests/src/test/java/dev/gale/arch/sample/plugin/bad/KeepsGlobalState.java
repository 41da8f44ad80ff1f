package dev.gale.arch.sample.plugin.bad;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

final class KeepsGlobalState {
    static int opened;
    static final AtomicLong COUNT = new AtomicLong();
    static final Map<String, String> CACHE = new ConcurrentHashMap<>();
}
