package com.example.directory;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.gale.arch.PluginRules;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class RulesTest {
    @TestFactory
    Stream<DynamicTest> theRulesForPlugins() {
        PluginRules rules = PluginRules.of(DirectoryStoreFactory.class);
        return rules.laws().stream().map(law -> dynamicTest(law.name(), () -> law.check(rules.classes())));
    }
}
