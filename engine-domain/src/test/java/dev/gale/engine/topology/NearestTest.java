package dev.gale.engine.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NearestTest {
    private static final List<String> FEW = List.of("bolt", "count", "split");

    @Test
    void namesTheNameThatWasMeant() {
        assertThat(Nearest.remedy("blot", FEW)).isEqualTo("did you mean 'bolt'?");
        assertThat(Nearest.remedy("spilt", FEW)).isEqualTo("did you mean 'split'?");
        assertThat(Nearest.remedy("counts", FEW)).isEqualTo("did you mean 'count'?");
    }

    @Test
    void listsWhatThereIsForANameThatIsFarFromAll() {
        assertThat(Nearest.remedy("sentence", FEW)).isEqualTo("there are [bolt, count, split]");
    }

    @Test
    void listsNothingIfThereIsMuch() {
        List<String> many =
                IntStream.range(0, 100).mapToObj(i -> "component" + i).toList();

        assertThat(Nearest.remedy("sentence", many)).isEqualTo("there is none like it");
    }

    @Test
    void saysThatThereIsNothingAtAll() {
        assertThat(Nearest.remedy("sentence", List.of())).isEqualTo("there is none");
    }
}
