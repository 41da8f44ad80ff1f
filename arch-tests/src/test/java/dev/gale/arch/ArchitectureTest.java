package dev.gale.arch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Gale's own modules keep every law. */
class ArchitectureTest {
    /** Rooms that have no code yet. Their laws are skipped while they are empty; elsewhere a law over nothing fails. */
    private static final Set<String> NOT_WRITTEN_YET =
            new TreeSet<>(Set.of("dev.gale.adapter.aeron..", "dev.gale.adapter.etcd.."));

    private static final JavaClasses GALE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(GaleLaws.GALE);

    @TestFactory
    Stream<DynamicTest> galeKeepsTheLaw() {
        return GaleLaws.of(GaleLaws.GALE).stream()
                .map(law -> DynamicTest.dynamicTest(law.name(), () -> {
                    assumeTrue(
                            law.hasSubjects(GALE) || law.rooms().stream().noneMatch(NOT_WRITTEN_YET::contains),
                            () -> "no code yet in " + law.rooms());
                    law.check(GALE);
                }));
    }

    @Test
    void theClassesOfTheOtherModulesAreSeen() {
        assertThat(GALE.contain("dev.gale.api.TopologyBuilder")).isTrue();
        assertThat(GALE.contain("dev.gale.arch.Law")).isTrue();
    }

    @Test
    void testsAndSamplesAreNotJudged() {
        assertThat(GALE.contain(getClass())).isFalse();
    }
}
