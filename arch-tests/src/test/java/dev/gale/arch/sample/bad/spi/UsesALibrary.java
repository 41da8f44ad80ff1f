package dev.gale.arch.sample.bad.spi;

import org.slf4j.Marker;

final class UsesALibrary {
    Marker[] markers = {};
}
