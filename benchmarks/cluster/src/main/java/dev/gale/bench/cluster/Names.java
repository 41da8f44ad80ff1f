package dev.gale.bench.cluster;

import java.util.List;

/** Lists of names on a command line. */
final class Names {
    private Names() {}

    /**
     * The value of an option: names with commas between.
     *
     * @throws IllegalArgumentException with one line for the user, if there is none
     */
    static List<String> after(List<String> words, int option, String usage) {
        if (option + 1 == words.size()) {
            throw new IllegalArgumentException(words.get(option) + " needs a value; " + usage);
        }
        List<String> names = List.of(words.get(option + 1).split(",", -1));
        if (names.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException(
                    words.get(option) + " '" + words.get(option + 1) + "' has an empty name; " + usage);
        }
        return names.stream().distinct().toList();
    }
}
