package dev.gale.distribution.cli;

import java.util.ArrayList;
import java.util.List;

/** Columns for people: headers, then rows; columns of numbers are aligned at the right. */
final class Table {
    private static final String GAP = "  ";

    private final List<String> headers;
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... headers) {
        this.headers = List.of(headers);
    }

    Table row(Object... cells) {
        if (cells.length != headers.size()) {
            throw new IllegalArgumentException(cells.length + " cells under " + headers);
        }
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(plain(String.valueOf(cell)));
        }
        rows.add(row);
        return this;
    }

    /** Each line ends with a line feed; a cell has one line. */
    String text() {
        StringBuilder text = new StringBuilder();
        line(text, headers);
        rows.forEach(row -> line(text, row));
        return text.toString();
    }

    private void line(StringBuilder text, List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < cells.size(); column++) {
            String cell = cells.get(column);
            String room = " ".repeat(width(column) - cell.length());
            line.append(column == 0 ? "" : GAP).append(isNumbers(column) ? room + cell : cell + room);
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    private int width(int column) {
        return Math.max(
                headers.get(column).length(),
                rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0));
    }

    private boolean isNumbers(int column) {
        return !rows.isEmpty()
                && rows.stream().allMatch(row -> row.get(column).matches("-|\\d+(\\.\\d+)?%?"))
                && rows.stream().anyMatch(row -> !row.get(column).equals("-"));
    }

    /** What comes from others cannot steer a terminal. */
    private static String plain(String text) {
        return text.replaceAll("[\\p{Cntrl}\\u202a-\\u202e\\u2066-\\u2069]", "?");
    }
}
