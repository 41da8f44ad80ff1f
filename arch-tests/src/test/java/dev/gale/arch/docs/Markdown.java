package dev.gale.arch.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** As much of Markdown as the documents use. */
record Markdown(String text) {
    private static final Pattern FIRST_CELL = Pattern.compile("(?m)^\\| `([^`]+)` \\|");

    /** @param info what is behind the opening fence, such as {@code java} or {@code sh run} */
    record Block(String info, String code) {}

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        String info = null;
        StringBuilder code = new StringBuilder();
        for (String line : text.split("\n")) {
            if (info == null && line.startsWith("```")) {
                info = line.substring(3).strip();
                code.setLength(0);
            } else if (info != null && line.equals("```")) {
                blocks.add(new Block(info, code.toString()));
                info = null;
            } else if (info != null) {
                code.append(line).append('\n');
            }
        }
        if (info != null) {
            throw new IllegalStateException("a block of " + info + " is not closed");
        }
        return blocks;
    }

    /** What is between this heading and the next of the same depth. */
    Markdown section(String heading) {
        String opening = "\n## " + heading + "\n";
        int start = text.indexOf(opening);
        if (start < 0) {
            throw new IllegalStateException("there is no section " + heading);
        }
        int end = text.indexOf("\n## ", start + opening.length());
        return new Markdown(text.substring(start + opening.length(), end < 0 ? text.length() : end));
    }

    /** The words in backticks that the rows of the tables begin with. */
    List<String> rowNames() {
        return Repository.find(FIRST_CELL, text);
    }
}
