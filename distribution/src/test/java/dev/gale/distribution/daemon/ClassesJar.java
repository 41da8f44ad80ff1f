package dev.gale.distribution.daemon;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/** Some classes of these tests, as their author would ship them. */
final class ClassesJar {
    private ClassesJar() {}

    static byte[] of(Class<?>... types) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes)) {
            for (Class<?> type : types) {
                String path = type.getName().replace('.', '/') + ".class";
                jar.putNextEntry(new ZipEntry(path));
                try (InputStream in = type.getResourceAsStream("/" + path)) {
                    jar.write(in.readAllBytes());
                }
                jar.closeEntry();
            }
        }
        return bytes.toByteArray();
    }
}
