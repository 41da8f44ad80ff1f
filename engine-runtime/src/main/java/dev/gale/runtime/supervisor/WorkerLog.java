package dev.gale.runtime.supervisor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What the workers of one topology on one port print, one after the other.
 *
 * @param from where the present worker's part begins
 */
record WorkerLog(Path file, long from) {
    private static final String NAME = "worker.log";
    private static final int KEPT = 3;
    private static final int TAIL_BYTES = 4096;
    private static final int TAIL_LINES = 4;
    private static final int TAIL_CHARACTERS = 1000;
    private static final Pattern FRAME = Pattern.compile("at \\S+\\(|\\.\\.\\. \\d+ (more|common frames)");

    /** Makes the file ready for another worker: one that has grown over {@code rotateBytes} is put aside, the oldest is deleted. */
    static WorkerLog prepare(Path directory, long rotateBytes) throws IOException {
        LocalTree.makeDirectory(directory);
        Path file = directory.resolve(NAME);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            LocalTree.delete(file);
        }
        if (Files.exists(file) && Files.size(file) > rotateBytes) {
            makeRoom(file);
            Files.move(file, numbered(file, 1), StandardCopyOption.REPLACE_EXISTING);
        }
        if (!Files.exists(file)) {
            Files.createFile(file, LocalTree.OWNERS_FILE);
        }
        return new WorkerLog(file, Files.size(file));
    }

    /**
     * Puts aside what a running worker has written, if it is over {@code rotateBytes}. The worker appends to the same file all the
     * while: what it writes between the copy and the cut is lost, and anything after that begins the file anew.
     */
    static void cut(Path directory, long rotateBytes) throws IOException {
        Path file = directory.resolve(NAME);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) <= rotateBytes) {
            return;
        }
        makeRoom(file);
        Files.copy(file, numbered(file, 1), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
    }

    private static void makeRoom(Path file) throws IOException {
        for (int number = KEPT; number > 1; number--) {
            Path younger = numbered(file, number - 1);
            if (Files.exists(younger)) {
                Files.move(younger, numbered(file, number), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** The last lines of the present worker but for where in the code it was, as one line for people; empty if there are none. */
    String tail() {
        byte[] bytes;
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            long begin = size < from ? 0 : from;
            long start = Math.max(begin, size - TAIL_BYTES);
            ByteBuffer buffer = ByteBuffer.allocate(TAIL_BYTES);
            int count = channel.read(buffer, start);
            bytes = new byte[Math.max(count, 0)];
            buffer.flip().get(bytes);
        } catch (IOException e) {
            return "its log " + file + " cannot be read: " + Reasons.of(e);
        }
        List<String> lines = new String(bytes, StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.replaceAll("\\p{Cntrl}", " ").strip())
                .filter(line -> !line.isEmpty() && !FRAME.matcher(line).lookingAt())
                .toList();
        return lastOf(lines);
    }

    private static String lastOf(List<String> lines) {
        String text = "";
        for (int i = lines.size() - 1; i >= Math.max(0, lines.size() - TAIL_LINES); i--) {
            String longer = text.isEmpty() ? lines.get(i) : lines.get(i) + "; " + text;
            if (!text.isEmpty() && longer.length() > TAIL_CHARACTERS) {
                break;
            }
            text = longer;
        }
        return text.substring(Math.max(0, text.length() - TAIL_CHARACTERS));
    }

    private static Path numbered(Path file, int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }
}
