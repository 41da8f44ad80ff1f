package dev.gale.distribution.config;

import dev.gale.runtime.config.ConfigEntry;
import dev.gale.runtime.config.Origin;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * Walks over the events of a parser and notes each value with the whole of its key. Events are taken one by one, so that a file that is
 * too deep or too long is refused before the rest of it is parsed.
 */
final class YamlWalk {
    static final int MAX_DEPTH = 16;
    static final int MAX_EVENTS = 50_000;

    private final String file;
    private final Iterator<Event> events;
    private final List<ConfigEntry> entries;
    private int taken;

    YamlWalk(String file, Iterator<Event> events, List<ConfigEntry> entries) {
        this.file = file;
        this.events = events;
        this.entries = entries;
    }

    void document() {
        next();
        Event start = next();
        if (start.getEventId() == Event.ID.StreamEnd) {
            return;
        }
        Event root = next();
        if (root.getEventId() == Event.ID.MappingStart) {
            rejectDecorated(root);
            section("", 1);
        } else if (!(root instanceof ScalarEvent scalar) || PlainScalar.of(scalar) != null) {
            throw unfit(root, "expected keys with values, such as nimbus.api.port: 7070");
        }
        next();
        Event end = next();
        if (end.getEventId() != Event.ID.StreamEnd) {
            throw unfit(end, "a second document begins; there can be only one");
        }
    }

    /** Maps within maps are keys with dots. */
    private void section(String prefix, int depth) {
        for (Event key = next(); key.getEventId() != Event.ID.MappingEnd; key = next()) {
            String path = prefix + key(key);
            Event value = next();
            if (value.getEventId() == Event.ID.MappingStart) {
                rejectDecorated(value);
                int before = entries.size();
                section(path + ".", deeper(value, depth));
                if (entries.size() == before) {
                    entries.add(new ConfigEntry(path, Map.of(), origin(key)));
                }
            } else {
                entries.add(new ConfigEntry(path, value(value, depth), origin(key)));
            }
        }
    }

    private @Nullable Object value(Event event, int depth) {
        rejectDecorated(event);
        if (event instanceof ScalarEvent scalar) {
            return PlainScalar.of(scalar);
        }
        return event.getEventId() == Event.ID.SequenceStart ? list(deeper(event, depth)) : map(deeper(event, depth));
    }

    private List<@Nullable Object> list(int depth) {
        List<@Nullable Object> list = new ArrayList<>();
        for (Event item = next(); item.getEventId() != Event.ID.SequenceEnd; item = next()) {
            list.add(value(item, depth));
        }
        return Collections.unmodifiableList(list);
    }

    private Map<String, @Nullable Object> map(int depth) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (Event key = next(); key.getEventId() != Event.ID.MappingEnd; key = next()) {
            String name = key(key);
            if (map.containsKey(name)) {
                throw unfit(key, "a key is there twice");
            }
            map.put(name, value(next(), depth));
        }
        return Collections.unmodifiableMap(map);
    }

    private String key(Event event) {
        rejectDecorated(event);
        if (!(event instanceof ScalarEvent scalar) || scalar.getValue().isBlank()) {
            throw unfit(event, "a key must be a text");
        }
        return scalar.getValue();
    }

    private int deeper(Event event, int depth) {
        if (depth == MAX_DEPTH) {
            throw unfit(event, "more than " + MAX_DEPTH + " levels");
        }
        return depth + 1;
    }

    private void rejectDecorated(Event event) {
        if (event instanceof AliasEvent) {
            throw unfit(event, "an alias (*) is not taken here; write the value itself, or put a text into quotes");
        }
        if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
            throw unfit(event, "an anchor (&) is not taken here; a text that begins with one must be in quotes");
        }
        boolean tagged = event instanceof ScalarEvent scalar && scalar.getTag().isPresent()
                || event instanceof CollectionStartEvent start && start.getTag().isPresent();
        if (tagged) {
            throw unfit(event, "a tag (!) is not taken here; a text that begins with one must be in quotes");
        }
    }

    private Event next() {
        taken++;
        Event event = events.next();
        if (taken > MAX_EVENTS) {
            throw unfit(event, "the file has too many values");
        }
        return event;
    }

    private UnfitYamlException unfit(Event event, String what) {
        return new UnfitYamlException(origin(event), what);
    }

    private Origin origin(Event event) {
        return event.getStartMark()
                .map(mark -> new Origin.File(file, mark.getLine() + 1, mark.getColumn() + 1))
                .orElse(new Origin.File(file, 0, 0));
    }
}
