package dev.gale.runtime.codec;

/** The byte in front of each value. Part of the format between workers: append only. */
final class Tags {
    /** Never written: the class has no tag of its own. */
    static final int UNKNOWN = -1;

    static final int NULL = 0;
    /** Also stands for the class Boolean. */
    static final int FALSE = 1;

    static final int TRUE = 2;
    static final int BYTE = 3;
    static final int SHORT = 4;
    static final int INT = 5;
    static final int LONG = 6;
    static final int FLOAT = 7;
    static final int DOUBLE = 8;
    static final int CHAR = 9;
    /** A string whose chars all fit a byte. Also stands for the class String. */
    static final int LATIN1 = 10;
    /** Any other string, two bytes a char: exact for every sequence of chars, unpaired surrogates included. */
    static final int UTF16 = 11;

    static final int BOOLEANS = 12;
    static final int BYTES = 13;
    static final int SHORTS = 14;
    static final int INTS = 15;
    static final int LONGS = 16;
    static final int FLOATS = 17;
    static final int DOUBLES = 18;
    static final int CHARS = 19;
    static final int STRINGS = 20;
    static final int OBJECTS = 21;
    static final int BIG_INTEGER = 22;
    static final int BIG_DECIMAL = 23;
    static final int UUID = 24;
    static final int INSTANT = 25;
    static final int DURATION = 26;
    static final int LOCAL_DATE = 27;
    static final int LOCAL_TIME = 28;
    static final int LOCAL_DATE_TIME = 29;
    static final int LIST = 30;
    static final int SET = 31;
    static final int SORTED_SET = 32;
    static final int MAP = 33;
    static final int SORTED_MAP = 34;
    /** Followed by the id of the class. */
    static final int REGISTERED = 35;

    private Tags() {}
}
