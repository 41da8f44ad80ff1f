package dev.gale.api;

import java.io.Serializable;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/**
 * The values of one tuple, in the order of the stream's fields. A list that can be changed until it is emitted; from then on it
 * belongs to the engine and every change throws {@link IllegalStateException} at the line that tries. The objects inside are not
 * copied: see {@link Config#TOPOLOGY_STRICT_VALUES} for what happens when one of them is changed after the emit.
 */
public final class Values extends AbstractList<Object> implements RandomAccess, Serializable {
    private Object[] items;
    private boolean emitted;

    /** The array belongs to this list afterwards. */
    public Values(Object... items) {
        this.items = items;
    }

    @Override
    public Object get(int index) {
        return items[index];
    }

    @Override
    public int size() {
        return items.length;
    }

    @Override
    public Object set(int index, Object value) {
        checkNotEmitted();
        Object old = items[index];
        items[index] = value;
        return old;
    }

    @Override
    public void add(int index, Object value) {
        checkNotEmitted();
        if (index < 0 || index > items.length) {
            throw new IndexOutOfBoundsException("Index " + index + " of " + items.length + " values");
        }
        Object[] longer = Arrays.copyOf(items, items.length + 1, Object[].class);
        System.arraycopy(items, index, longer, index + 1, items.length - index);
        longer[index] = value;
        items = longer;
        modCount++;
    }

    @Override
    public Object remove(int index) {
        checkNotEmitted();
        Object old = items[index];
        Object[] shorter = Arrays.copyOf(items, items.length - 1, Object[].class);
        System.arraycopy(items, index + 1, shorter, index, items.length - index - 1);
        items = shorter;
        modCount++;
        return old;
    }

    /**
     * For engines and test drivers: the values themselves, not a copy. From this call on the list cannot be changed, and whoever
     * called does not change the array either.
     */
    public Object[] seal() {
        emitted = true;
        return items;
    }

    private void checkNotEmitted() {
        if (emitted) {
            throw new IllegalStateException("These values were emitted and belong to the engine now: " + this
                    + "; emit a new Values object instead");
        }
    }
}
