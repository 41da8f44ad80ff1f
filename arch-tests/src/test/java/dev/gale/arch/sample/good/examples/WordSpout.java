package dev.gale.arch.sample.good.examples;

import dev.gale.arch.sample.good.api.Component;

final class WordSpout implements Component {}
