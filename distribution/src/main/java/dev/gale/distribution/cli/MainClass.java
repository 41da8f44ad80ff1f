package dev.gale.distribution.cli;

import dev.gale.control.ControlException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** A main class in a jar, run here. */
final class MainClass {
    private final Path jar;
    private final String name;

    /** @throws CliException if there is no such jar or class */
    MainClass(Path jar, String name) {
        this.jar = jar;
        this.name = name;
        if (!Files.isRegularFile(jar)) {
            throw new CliException(ExitCode.USAGE, Files.exists(jar) ? jar + " is no file" : "There is no file " + jar);
        }
        TreeSet<String> classes = new TreeSet<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            Enumeration<JarEntry> entries = file.entries();
            while (entries.hasMoreElements()) {
                String entry = entries.nextElement().getName();
                if (entry.endsWith(".class")) {
                    classes.add(entry.substring(0, entry.length() - ".class".length())
                            .replace('/', '.'));
                }
            }
        } catch (IOException e) {
            throw new CliException(ExitCode.USAGE, jar + " is no jar that can be read: " + e.getMessage(), e);
        }
        if (!classes.contains(name)) {
            throw new CliException(ExitCode.USAGE, jar + " has no class " + name + suggestion(name, classes));
        }
    }

    /** Returns when its main method does. @throws CliException if it throws */
    void run(List<String> arguments, Submission submission) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (JarLoader loader = new JarLoader(jar, submission)) {
            thread.setContextClassLoader(loader);
            Method main = loader.loadClass(name).getMethod("main", String[].class);
            if (!Modifier.isStatic(main.getModifiers())) {
                throw new NoSuchMethodException("main is not static");
            }
            main.setAccessible(true);
            main.invoke(null, (Object) arguments.toArray(String[]::new));
        } catch (InvocationTargetException e) {
            throw failure(e.getCause() == null ? e : e.getCause());
        } catch (NoSuchMethodException e) {
            throw new CliException(
                    ExitCode.USAGE, name + " has no 'public static void main(String[] args)' that could be run", e);
        } catch (UnsupportedClassVersionError e) {
            throw new CliException(
                    ExitCode.FAILED,
                    name + " was compiled for a newer Java than "
                            + Runtime.version().feature()
                            + "; compile it with --release " + Runtime.version().feature()
                            + ", or run a newer Java by JAVA_HOME",
                    e);
        } catch (ExceptionInInitializerError e) {
            throw failure(e.getCause() == null ? e : e.getCause());
        } catch (LinkageError e) {
            throw failure(e);
        } catch (ClassNotFoundException | IllegalAccessException | IOException e) {
            throw new CliException(ExitCode.FAILED, name + " cannot be run: " + e, e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private RuntimeException failure(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof CliException || cause instanceof ControlException) {
                return (RuntimeException) cause;
            }
        }
        if (thrown instanceof NoClassDefFoundError || thrown instanceof ClassNotFoundException) {
            return new CliException(
                    ExitCode.FAILED,
                    name + " needs class " + String.valueOf(thrown.getMessage()).replace('/', '.')
                            + ", which is not in " + jar + "; pack the jar together with its libraries",
                    thrown);
        }
        return new CliException(
                ExitCode.FAILED,
                name + " threw " + thrown + place(thrown).map(it -> " at " + it).orElse("")
                        + "; -v shows the stack trace",
                thrown);
    }

    /** The line of the user's code where it happened. */
    private static Optional<String> place(Throwable thrown) {
        for (StackTraceElement element : thrown.getStackTrace()) {
            if (!element.getClassName().startsWith("java.")
                    && !element.getClassName().startsWith("jdk.")) {
                return Optional.of(element.toString());
            }
        }
        return Optional.empty();
    }

    private static String suggestion(String name, TreeSet<String> classes) {
        String simple = name.substring(name.lastIndexOf('.') + 1);
        List<String> named =
                classes.stream().filter(it -> !it.matches(".*\\$[0-9].*")).toList();
        Optional<String> same = named.stream()
                .filter(it -> it.substring(it.lastIndexOf('.') + 1).equals(simple))
                .findFirst();
        return same.map(it -> "; did you mean '" + it + "'?").orElseGet(() -> Suggestions.of(name, named));
    }
}
