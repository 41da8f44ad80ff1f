package dev.gale.engine.grouping;

import dev.gale.api.Fields;

/** The hash over some fields of a stream's tuples. */
final class FieldKey {
    private final String source;
    private final Fields fields;
    private final int[] positions;

    FieldKey(Fields fields, GroupingContext context) {
        if (fields.size() == 0) {
            throw new IllegalArgumentException("There is no field to group " + context.source() + " by");
        }
        this.source = context.source();
        this.fields = fields;
        this.positions = new int[fields.size()];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = context.fields().fieldIndex(fields.get(i));
        }
    }

    long hash(Object[] values) {
        long hash = hashOfField(0, values);
        for (int i = 1; i < positions.length; i++) {
            hash = KeyHash.combine(hash, hashOfField(i, values));
        }
        return hash;
    }

    private long hashOfField(int i, Object[] values) {
        try {
            return KeyHash.of(values[positions[i]]);
        } catch (UnstableKeyException e) {
            throw new IllegalArgumentException(
                    "Field '" + fields.get(i) + "' of " + source + " cannot be grouped by: " + e.getMessage(), e);
        } catch (StackOverflowError e) {
            throw new IllegalArgumentException(
                    "Field '" + fields.get(i) + "' of " + source
                            + " cannot be grouped by: its value contains itself, or others too deep inside each other",
                    e);
        }
    }
}
