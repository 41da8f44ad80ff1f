package dev.gale.arch.sample.bad.engine.task;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

final class DrawsLots {
    int random() {
        return new Random().nextInt() + ThreadLocalRandom.current().nextInt();
    }

    UUID id() {
        return UUID.randomUUID();
    }

    List<String> order(List<String> names) {
        List<String> shuffled = new ArrayList<>(names);
        Collections.shuffle(shuffled);
        return shuffled;
    }
}
