package dev.gale.examples.wordcount;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/** Texts that are nasty in a way that a seed decides. */
final class RandomText {
    private static final byte[] SEPARATORS = {
        ' ', '\n', '\n', '\r', '\t', 0, '@', '[', '`', '{', '0', (byte) 0xE4, (byte) 0xFF
    };

    private final RandomGenerator random;

    RandomText(RandomGenerator random) {
        this.random = random;
    }

    /** Any bytes. */
    byte[] noise(int length) {
        byte[] text = new byte[length];
        random.nextBytes(text);
        return text;
    }

    /** Short words, many of them several times. */
    byte[] prose(int words) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (int i = 0; i < words; i++) {
            String word = Integer.toString(random.nextInt(1, 2_000), Character.MAX_RADIX)
                    .replaceAll("[0-9]", "Q");
            text.writeBytes(word.getBytes(StandardCharsets.US_ASCII));
            separate(text);
        }
        return text.toByteArray();
    }

    /** Lines and words with lengths around multiples of the reader's limit. */
    byte[] longWords(int words) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (int i = 0; i < words; i++) {
            text.writeBytes("x".repeat(lengthAroundLimit()).getBytes(StandardCharsets.US_ASCII));
            separate(text);
        }
        return text.toByteArray();
    }

    private int lengthAroundLimit() {
        int times = random.nextInt(3);
        return Math.max(0, times * LineReader.MAX_LENGTH + random.nextInt(-2, 3));
    }

    private void separate(ByteArrayOutputStream text) {
        do {
            text.write(SEPARATORS[random.nextInt(SEPARATORS.length)]);
        } while (random.nextInt(4) == 0);
    }
}
