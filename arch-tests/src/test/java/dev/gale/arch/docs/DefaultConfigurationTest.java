package dev.gale.arch.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.Config;
import java.lang.reflect.Field;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DefaultConfigurationTest {
    private static final Pattern KEY = Pattern.compile("(?m)^#? ?(topology\\.[a-z.]+):");

    @Test
    void everyTopologyKeyOfTheFileIsOneOfConfig() throws IllegalAccessException {
        Set<String> known = new TreeSet<>();
        for (Field field : Config.class.getFields()) {
            if (field.getType() == String.class) {
                known.add((String) field.get(null));
            }
        }
        assertThat(Repository.find(KEY, Repository.read("distribution/src/main/dist/conf/gale.yaml")))
                .isNotEmpty()
                .isSubsetOf(known);
    }
}
