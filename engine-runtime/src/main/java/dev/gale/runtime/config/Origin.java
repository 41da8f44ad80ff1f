package dev.gale.runtime.config;

import java.util.Objects;

/** Where a value came from. Its text never has the value itself. */
public sealed interface Origin {
    /** Nobody set it. */
    record Default() implements Origin {
        @Override
        public String toString() {
            return "default";
        }
    }

    /**
     * A place in a file.
     *
     * @param line counted from 1, or 0 for the file as a whole
     * @param column counted from 1
     */
    record File(String name, int line, int column) implements Origin {
        public File {
            Objects.requireNonNull(name, "name");
        }

        @Override
        public String toString() {
            return line == 0 ? name : name + ":" + line + ":" + column;
        }
    }

    record Environment(String variable) implements Origin {
        public Environment {
            Objects.requireNonNull(variable, "variable");
        }

        @Override
        public String toString() {
            return "environment variable " + variable;
        }
    }

    /** @param number which of the flags, counted from 1 */
    record Flag(int number) implements Origin {
        @Override
        public String toString() {
            return "flag -c number " + number;
        }
    }

    /** The topology's own config. */
    record Topology() implements Origin {
        @Override
        public String toString() {
            return "topology config";
        }
    }
}
