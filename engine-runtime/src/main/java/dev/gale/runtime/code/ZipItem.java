package dev.gale.runtime.code;

/**
 * An entry as the central directory of a zip has it.
 *
 * @param rawName as it is written, to be compared with the local header
 * @param mode of Unix, 0 if it was not made there
 * @param offset of the local header
 */
record ZipItem(
        String name, byte[] rawName, int mode, int flags, int method, long crc, long packed, long size, long offset) {
    static final int STORED = 0;
    static final int DEFLATED = 8;

    private static final int ENCRYPTED = 1;
    private static final int DESCRIPTOR = 1 << 3;
    private static final int FILE_TYPE = 0170000;
    private static final int REGULAR = 0100000;
    private static final int DIRECTORY = 0040000;

    boolean isEncrypted() {
        return (flags & ENCRYPTED) != 0;
    }

    /** Whether sizes and checksum follow the data, and the local header need not have them. */
    boolean hasDescriptor() {
        return (flags & DESCRIPTOR) != 0;
    }

    /** Whether it is a link, a device or the like. All bits set means no type: an old archiver of Maven wrote directories so. */
    boolean isSpecial() {
        int type = mode & FILE_TYPE;
        return type != 0 && type != REGULAR && type != DIRECTORY && type != FILE_TYPE;
    }
}
