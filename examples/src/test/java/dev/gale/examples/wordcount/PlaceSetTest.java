package dev.gale.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlaceSetTest {
    @Test
    void aPlaceIsNewOnce() {
        PlaceSet places = new PlaceSet();

        assertThat(places.add(0)).isTrue();
        assertThat(places.add(2)).isTrue();
        assertThat(places.add(0)).isFalse();
        assertThat(places.add(2)).isFalse();
    }

    @Test
    void placesOfDifferentFilesAreDifferent() {
        PlaceSet places = new PlaceSet();

        for (int reading = 0; reading < 100; reading++) {
            assertThat(places.add(TextInput.firstPlace(reading) + 64)).isTrue();
        }
    }

    @Test
    void everySecondPlaceOfALongTextIsToldApartInAnyOrder() {
        List<Long> shuffled = new ArrayList<>();
        for (long place = 1; place < 100_000; place += 2) {
            shuffled.add(place);
        }
        Collections.shuffle(shuffled, new Random(1));
        PlaceSet places = new PlaceSet();

        assertThat(shuffled).allMatch(places::add);
        assertThat(shuffled).noneMatch(places::add);
    }
}
