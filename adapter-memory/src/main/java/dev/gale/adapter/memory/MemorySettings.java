package dev.gale.adapter.memory;

import dev.gale.spi.plugin.ConfigSection;

/** The section {@code memory}. The three factories have it in common, so each reads all of it. */
record MemorySettings(int maxFrameBytes, int bufferBytes, String world) {
    static final String NAME = "memory";

    private static final long LEAST_BYTES = 1024;
    private static final long MOST_BYTES = 256L << 20;

    static MemorySettings read(ConfigSection section) {
        int maxFrameBytes = size(section, "max-frame", 8L << 20);
        int bufferBytes = size(section, "buffer", 1L << 20);
        String world = section.string("world", "");
        section.rejectProblems();
        return new MemorySettings(maxFrameBytes, bufferBytes, world);
    }

    private static int size(ConfigSection section, String key, long defaultValue) {
        long bytes = section.bytes(key, defaultValue);
        if (bytes < LEAST_BYTES || bytes > MOST_BYTES) {
            section.problem(key, "must be between 1KiB and 256MiB, was " + bytes + " bytes");
            return (int) defaultValue;
        }
        return (int) bytes;
    }
}
