package dev.gale.arch;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.PackageMatchers;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/**
 * One law of the architecture.
 *
 * @param name  what documents call it, such as {@code spi-stands-alone}
 * @param rooms the packages that it speaks about, as ArchUnit writes them ({@code dev.gale.spi..})
 * @param rule  the law itself; it fails when none of the rooms has a class
 */
public record Law(String name, List<String> rooms, ArchRule rule) {
    public Law {
        rooms = List.copyOf(rooms);
    }

    static Law of(String name, ArchRule rule, String... rooms) {
        return new Law(name, List.of(rooms), rule);
    }

    /** Whether there is anything to judge among these classes. */
    public boolean hasSubjects(JavaClasses classes) {
        PackageMatchers matchers = PackageMatchers.of(rooms);
        return classes.stream().anyMatch(type -> matchers.test(type.getPackageName()));
    }

    /** @throws AssertionError naming the law, its reason and every place that breaks it */
    public void check(JavaClasses classes) {
        rule.check(classes);
    }

    @Override
    public String toString() {
        return name;
    }
}
