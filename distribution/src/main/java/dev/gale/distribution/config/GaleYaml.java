package dev.gale.distribution.config;

import dev.gale.runtime.config.ConfigEntry;
import dev.gale.runtime.config.ConfigLayer;
import dev.gale.runtime.config.ConfigProblem;
import dev.gale.runtime.config.Origin;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * {@code gale.yaml} as a layer of the configuration. It takes as much of YAML 1.2 as a configuration needs: one document of
 * maps, lists, texts, numbers and booleans. Tags, anchors and aliases are refused where they stand, and so is a key that is there twice,
 * so that nothing is built but what is written.
 */
public final class GaleYaml {
    static final int MAX_BYTES = 1 << 20;

    private static final IntPredicate REFUSED = c -> c < ' ' && c != '\n' && c != '\r' && c != '\t' || c == 0x7F;

    private final String name;
    private final List<ConfigEntry> entries = new ArrayList<>();
    private final List<ConfigProblem> problems = new ArrayList<>();

    private GaleYaml(String name) {
        this.name = name;
    }

    /**
     * Reads what a file holds. Problems are in the layer, together with everything that was read before the first that ends the reading.
     *
     * @param name the file's, for messages
     */
    public static ConfigLayer layer(String name, byte[] content) {
        GaleYaml yaml = new GaleYaml(name);
        try {
            yaml.read(content);
        } catch (UnfitYamlException e) {
            yaml.problems.add(e.problem());
        }
        return ConfigLayer.of(yaml.entries, yaml.problems);
    }

    private void read(byte[] content) {
        if (content.length > MAX_BYTES) {
            throw new UnfitYamlException(origin(0, 0), "the file has more than " + MAX_BYTES + " bytes");
        }
        String text = decode(content);
        refuseControlCharacters(text);
        LoadSettings settings = LoadSettings.builder().setLabel(name).build();
        try {
            new YamlWalk(name, new Parse(settings).parseString(text).iterator(), entries).document();
        } catch (MarkedYamlEngineException e) {
            throw new UnfitYamlException(
                    e.getProblemMark().map(this::origin).orElse(origin(0, 0)), harmless(e.getProblem()));
        } catch (YamlEngineException e) {
            // Its message may have a piece of the file.
            throw new UnfitYamlException(origin(0, 0), "this is not YAML");
        }
    }

    private String decode(byte[] content) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new UnfitYamlException(origin(0, 0), "the file is not text in UTF-8");
        }
    }

    private void refuseControlCharacters(String text) {
        int at = 0;
        while (at < text.length() && !REFUSED.test(text.charAt(at))) {
            at++;
        }
        if (at < text.length()) {
            String before = text.substring(0, at);
            int line = (int) before.chars().filter(c -> c == '\n').count();
            throw new UnfitYamlException(
                    origin(line + 1, at - before.lastIndexOf('\n')),
                    "a character of code " + (int) text.charAt(at) + " cannot be in a text file");
        }
    }

    private Origin origin(Mark mark) {
        return origin(mark.getLine() + 1, mark.getColumn() + 1);
    }

    private Origin origin(int line, int column) {
        return new Origin.File(name, line, column);
    }

    /** What the parser says, without what it found: that may be a piece of a secret. */
    private static String harmless(String problem) {
        String rule = problem.replaceFirst("(?s)(,? but (found|got)|( tag)? handle|character).*", "")
                .trim();
        return (rule.matches("found|") ? "this cannot stand here" : rule)
                + "; a text with special characters must be in quotes";
    }
}
