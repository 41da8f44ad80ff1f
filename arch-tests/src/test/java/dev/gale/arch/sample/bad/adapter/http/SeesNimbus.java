package dev.gale.arch.sample.bad.adapter.http;

import dev.gale.arch.sample.bad.engine.nimbus.Nimbus;

class SeesNimbus {
    Nimbus nimbus = new Nimbus();
}
