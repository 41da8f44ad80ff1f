package dev.gale.arch.sample.bad.examples;

import dev.gale.arch.sample.bad.api.Component;
import dev.gale.arch.sample.bad.local.ShowsTheRuntime;

final class SpoutThatSeesTheCluster implements Component {
    ShowsTheRuntime cluster;
}
