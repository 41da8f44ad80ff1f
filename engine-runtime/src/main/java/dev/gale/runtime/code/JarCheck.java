package dev.gale.runtime.code;

import dev.gale.spi.plugin.EngineException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Decides whether a jar is fit to be given to a class loader, or unpacked. Refused is what leads out of a directory, what is not what it
 * says (an entry has one name and one size in the central directory, in its local header and in fact, and lies apart from all
 * others), and what becomes too large. Nothing is unpacked but into a counter.
 */
public final class JarCheck {
    private static final int LOCAL = 0x04034b50;
    private static final int LOCAL_BYTES = 30;
    private static final int MAX_NAME = 4096;
    private static final int BUFFER = 64 * 1024;
    private static final long MAGIC32 = 0xffffffffL;
    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:.*", Pattern.DOTALL);

    private final FileChannel zip;
    private final JarLimits limits;
    private final byte[] packed = new byte[BUFFER];
    private final byte[] unpacked = new byte[BUFFER];

    private JarCheck(FileChannel zip, JarLimits limits) {
        this.zip = zip;
        this.limits = limits;
    }

    /**
     * Reads all of it.
     *
     * @throws EngineException with category REJECTED if it is refused, naming the entry and the limit
     * @throws IOException if it cannot be read
     */
    public static void check(Path jar, JarLimits limits) throws IOException {
        try (FileChannel zip = FileChannel.open(jar, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            List<ZipItem> items = new JarCheck(zip, limits).run();
            checkThatTheJdkSees(items, jar);
        } catch (ZipException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private List<ZipItem> run() throws IOException {
        ZipDirectory directory = ZipDirectory.of(zip, limits.entries());
        List<ZipItem> items = directory.items();
        checkNames(items);
        checkSizes(items);
        checkContents(items, directory.start());
        return items;
    }

    private static void checkNames(List<ZipItem> items) {
        Set<String> names = new HashSet<>();
        for (ZipItem item : items) {
            String name = item.name();
            whatIsWrong(name, item);
            if (!names.add(name)) {
                throw refused(item, "is there twice");
            }
        }
    }

    private static void whatIsWrong(String name, ZipItem item) {
        if (name.isEmpty()) {
            throw refused(item, "has no name");
        } else if (name.length() > MAX_NAME) {
            throw refused(item, "has a name of " + name.length() + " letters, more than " + MAX_NAME);
        } else if (name.chars().anyMatch(Character::isISOControl)) {
            throw refused(item, "has a name with a NUL or another control character");
        } else if (name.indexOf('\\') >= 0) {
            throw refused(item, "has a name with a backslash");
        } else if (name.startsWith("/")) {
            throw refused(item, "has an absolute path");
        } else if (DRIVE.matcher(name).matches()) {
            throw refused(item, "has a path with a drive letter");
        } else if (Arrays.asList(name.split("/")).contains("..")) {
            throw refused(item, "has a path with '..'");
        } else if (item.isSpecial()) {
            throw refused(item, "is a link or a device, and not a file or a directory");
        } else if (item.isEncrypted()) {
            throw refused(item, "is encrypted");
        } else if (item.method() != ZipItem.STORED && item.method() != ZipItem.DEFLATED) {
            throw refused(item, "is packed by method " + item.method() + ", which no class loader reads");
        }
    }

    /** By what the directory says; {@link #checkContents} holds it to that. */
    private void checkSizes(List<ZipItem> items) {
        long total = 0;
        long totalPacked = 0;
        for (ZipItem item : items) {
            if (item.size() > limits.totalBytes() - total) {
                throw refused(item, "makes it larger than " + limits.totalBytes() + " bytes when unpacked");
            }
            if (isBomb(item.size(), item.packed())) {
                throw refused(
                        item,
                        "becomes " + item.size() + " bytes out of " + item.packed() + ", more than " + limits.ratio()
                                + " times as many");
            }
            total += item.size();
            totalPacked += Math.min(item.packed(), Long.MAX_VALUE - totalPacked);
        }
        if (isBomb(total, totalPacked)) {
            throw refused("becomes " + total + " bytes out of " + totalPacked + ", more than " + limits.ratio()
                    + " times as many");
        }
    }

    private boolean isBomb(long size, long from) {
        return size > JarLimits.RATIO_FROM && size / limits.ratio() > from;
    }

    /** Entries that share bytes can be many times as large as the jar, and no two readers agree on them: each has a place of its own. */
    private void checkContents(List<ZipItem> items, long end) throws IOException {
        List<ZipItem> byPlace = new ArrayList<>(items);
        byPlace.sort(Comparator.comparingLong(ZipItem::offset));
        for (int i = 0; i < byPlace.size(); i++) {
            checkContent(
                    byPlace.get(i), i + 1 < byPlace.size() ? byPlace.get(i + 1).offset() : end);
        }
    }

    /** @param end of the place that it has */
    private void checkContent(ZipItem item, long end) throws IOException {
        long named = item.offset() + LOCAL_BYTES + item.rawName().length;
        if (named > end) {
            throw refused(item, "overlaps what follows it");
        }
        ByteBuffer local = ZipDirectory.read(zip, item.offset(), LOCAL_BYTES);
        byte[] name = ZipDirectory.read(zip, item.offset() + LOCAL_BYTES, item.rawName().length)
                .array();
        if (local.getInt(0) != LOCAL
                || ZipDirectory.unsigned16(local, 26) != name.length
                || !Arrays.equals(name, item.rawName())) {
            throw refused(item, "has another name in its own header");
        }
        if (ZipDirectory.unsigned16(local, 8) != item.method() || !agrees(item, local)) {
            throw refused(item, "has another size or method in its own header");
        }
        long data = named + ZipDirectory.unsigned16(local, 28);
        if (item.packed() > end - data) {
            throw refused(item, "overlaps what follows it");
        }
        boolean right = item.method() == ZipItem.STORED ? isStored(item, data) : isDeflated(item, data);
        if (!right) {
            throw refused(item, "is not the " + item.size() + " bytes that the directory says");
        }
    }

    private static boolean agrees(ZipItem item, ByteBuffer local) {
        long packed = ZipDirectory.unsigned32(local, 18);
        long size = ZipDirectory.unsigned32(local, 22);
        if (item.hasDescriptor() && packed == 0 && size == 0) {
            return true;
        }
        return (packed == item.packed() || packed == MAGIC32) && (size == item.size() || size == MAGIC32);
    }

    private boolean isStored(ZipItem item, long data) throws IOException {
        CRC32 crc = new CRC32();
        for (long at = 0; at < item.packed(); ) {
            int count = fill(data + at, item.packed() - at);
            crc.update(packed, 0, count);
            at += count;
        }
        return item.packed() == item.size() && crc.getValue() == item.crc();
    }

    private boolean isDeflated(ZipItem item, long data) throws IOException {
        CRC32 crc = new CRC32();
        Inflater inflater = new Inflater(true);
        try {
            long at = 0;
            long size = 0;
            boolean padded = false;
            while (!inflater.finished()) {
                int count = inflater.inflate(unpacked);
                crc.update(unpacked, 0, count);
                size += count;
                if (size > item.size() || inflater.needsDictionary()) {
                    return false;
                }
                if (count == 0 && !inflater.finished()) {
                    if (at < item.packed()) {
                        int more = fill(data + at, item.packed() - at);
                        inflater.setInput(packed, 0, more);
                        at += more;
                    } else if (padded) {
                        return false;
                    } else {
                        inflater.setInput(new byte[1]); // old versions of zlib look one byte further
                        padded = true;
                    }
                }
            }
            return size == item.size() && crc.getValue() == item.crc();
        } catch (DataFormatException e) {
            return false;
        } finally {
            inflater.end();
        }
    }

    /** The next bytes of an entry, of which at least one is left. */
    private int fill(long from, long left) throws IOException {
        int count = zip.read(ByteBuffer.wrap(packed, 0, (int) Math.min(left, BUFFER)), from);
        if (count <= 0) {
            throw new ZipException("is cut off");
        }
        return count;
    }

    /** The class loader uses the JDK's reader; what was checked here has to be what that sees. */
    private static void checkThatTheJdkSees(List<ZipItem> items, Path jar) throws IOException {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            List<String> seen = file.stream().map(ZipEntry::getName).toList();
            if (!seen.equals(items.stream().map(ZipItem::name).toList())) {
                throw refused("has entries that are not seen by all readers");
            }
        } catch (ZipException e) {
            throw refused("cannot be read by the JDK: " + Shown.of(e));
        }
    }

    private static EngineException refused(ZipItem item, String why) {
        return refused("has an entry '" + Shown.of(item.name()) + "', which " + why);
    }

    private static EngineException refused(String why) {
        return new EngineException(EngineException.Category.REJECTED, "The jar is refused: it " + why);
    }
}
