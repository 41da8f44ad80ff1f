package dev.gale.runtime.code;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Objects of authors to bytes and back. Reading runs what an author wrote, so this is the one class that reads Java's serialization; a
 * law keeps it so. Workers call it, and processes in which the topology was declared anyway; nimbus and supervisors never do.
 */
final class UserObjects {
    private UserObjects() {}

    /** @throws IOException whose message says why it cannot be written, for its author */
    static byte[] write(Object object) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
            objects.writeObject(object);
        } catch (NotSerializableException e) {
            throw new IOException(
                    "it holds a " + e.getMessage()
                            + ", which cannot be serialized; make that field transient and set it in open or prepare",
                    e);
        } catch (StackOverflowError e) {
            throw new IOException("it cannot be serialized: it holds a chain of objects that is too long", e);
        } catch (IOException | RuntimeException e) {
            throw new IOException("it cannot be serialized: " + e, e);
        }
        return out.toByteArray();
    }

    /** @param loader finds the author's classes; no other is asked */
    static Object read(byte[] encoded, ClassLoader loader) throws IOException, ClassNotFoundException {
        try (ObjectInputStream objects = new Reader(new ByteArrayInputStream(encoded), loader)) {
            return objects.readObject();
        }
    }

    private static final class Reader extends ObjectInputStream {
        private final ClassLoader loader;

        Reader(InputStream in, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass type) throws IOException, ClassNotFoundException {
            Class<?> primitive = primitive(type.getName());
            return primitive == null ? Class.forName(type.getName(), false, loader) : primitive;
        }

        @Override
        protected Class<?> resolveProxyClass(String[] names) throws ClassNotFoundException {
            Class<?>[] interfaces = new Class<?>[names.length];
            for (int i = 0; i < names.length; i++) {
                interfaces[i] = Class.forName(names[i], false, loader);
            }
            return Proxy.newProxyInstance(loader, interfaces, (proxy, method, arguments) -> null)
                    .getClass();
        }

        /** Null for the name of a class or an array. */
        private static @Nullable Class<?> primitive(String name) {
            return switch (name) {
                case "boolean" -> boolean.class;
                case "byte" -> byte.class;
                case "char" -> char.class;
                case "double" -> double.class;
                case "float" -> float.class;
                case "int" -> int.class;
                case "long" -> long.class;
                case "short" -> short.class;
                case "void" -> void.class;
                default -> null;
            };
        }
    }
}
