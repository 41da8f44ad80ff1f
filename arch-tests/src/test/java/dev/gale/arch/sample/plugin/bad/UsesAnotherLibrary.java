package dev.gale.arch.sample.plugin.bad;

import com.tngtech.archunit.core.domain.JavaClass;

final class UsesAnotherLibrary {
    JavaClass type;
}
