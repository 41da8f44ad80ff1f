package dev.gale.arch.sample.good.runtime.codec;

import dev.gale.arch.sample.good.runtime.worker.Worker;

public interface Codec {
    void use(Worker worker);
}
