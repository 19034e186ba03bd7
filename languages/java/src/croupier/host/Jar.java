package croupier.host;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipFile;

/** A bot's jar: the classes in it, and what it would start by itself. */
final class Jar {
    private static final String CLASS = ".class";

    private final Path file;
    /** Jars that an organiser allows, behind the bot's own; null where there are none. */
    private final Path packages;
    /** The first class that another library should have brought. */
    private String missing;
    /** The first class that would play if it were public. */
    private String hidden;
    /** What helps where a class is of a newer Java; null where none is. */
    private String newer;
    private final URLClassLoader loader;

    Jar(final Path file, final Path packages) throws IOException {
        this.file = file;
        this.packages = packages;
        loader = new BotClasses(urls());
        Thread.currentThread().setContextClassLoader(loader);
    }

    /** The same jar with classes loaded anew, so that they remember nothing. */
    Jar anew() throws IOException {
        return new Jar(file, packages);
    }

    /** What would bring the first class that is not there; nothing where all are. */
    String wouldBring() {
        return Faults.wouldBring(missing);
    }

    /** Which class would play if it were public; nothing where none would. */
    String wouldSuit() {
        return hidden == null ? "" : "; " + hidden + " does, and is not public";
    }

    /** What helps where classes were passed over because they are of a newer Java; null where none were. */
    String newer() {
        return newer;
    }

    /** The bot's own jar, and then those of packages. */
    private URL[] urls() throws IOException {
        final List<URL> urls = new ArrayList<>();
        urls.add(file.toUri().toURL());
        final File[] jars = packages == null ? null : packages.toFile().listFiles();
        if (jars != null) {
            Arrays.sort(jars);
            for (final File jar : jars) {
                urls.add(jar.toURI().toURL());
            }
        }
        return urls.toArray(new URL[0]);
    }

    /** The jar's name without its folder. */
    String name() {
        return file.getFileName().toString();
    }

    /** A class by its name. */
    Class<?> named(final String name) throws Unfit {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException missing) {
            throw new Unfit(name() + " has no class " + name);
        }
    }

    /** Whether the jar holds a class of this name. */
    boolean has(final String name) throws IOException {
        return names().contains(name);
    }

    /**
     * The public classes of the jar that are like this, by name. Nothing of them is run. Where it brings
     * copies of our own bots, they count only if there is no other.
     */
    List<Class<?>> like(final Predicate<Class<?>> wanted) throws IOException {
        final List<Class<?>> found = new ArrayList<>();
        final List<Class<?>> copies = new ArrayList<>();
        for (final String name : names()) {
            try {
                final Class<?> candidate = Class.forName(name, false, loader);
                if (candidate.getClassLoader() != loader || !wanted.test(candidate)) {
                    continue;
                }
                if (isPublic(candidate)) {
                    (BotClasses.isCopy(name) ? copies : found).add(candidate);
                } else if (hidden == null && name.indexOf('$') < 0) {
                    hidden = name;
                }
            } catch (ClassNotFoundException | LinkageError broken) {
                // Parts for other libraries that are not here; the bot may never use them.
                missing = missing == null ? Faults.missing(broken) : missing;
                newer = newer == null ? Faults.newer(broken) : newer;
                continue;
            }
        }
        return found.isEmpty() ? copies : found;
    }

    private static boolean isPublic(final Class<?> candidate) {
        return Modifier.isPublic(candidate.getModifiers());
    }

    private List<String> names() throws IOException {
        // Loops and no streams: this runs at every start, and the first stream of a JVM costs milliseconds.
        final List<String> names = new ArrayList<>();
        try (JarFile jar = new JarFile(file.toFile())) {
            for (final Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements();) {
                final String name = entries.nextElement().getName();
                if (name.endsWith(CLASS) && !name.startsWith("META-INF/") && !name.contains("-info")) {
                    names.add(name.substring(0, name.length() - CLASS.length()).replace('/', '.'));
                }
            }
        }
        Collections.sort(names);
        return names;
    }

    /** The file of a class of the jar, as a loader would take it; null where it has none. */
    byte[] bytes(final String name) throws IOException {
        try (JarFile jar = new JarFile(file.toFile(), false, ZipFile.OPEN_READ, Runtime.version())) {
            final JarEntry entry = jar.getJarEntry(name + CLASS);
            return entry == null ? null : jar.getInputStream(entry).readAllBytes();
        }
    }

    /** The class that the jar would start by itself, or null. */
    String mainClass() throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.getManifest() == null
                    ? null
                    : jar.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
        }
    }

    /**
     * A class of the jar that sees nothing of ours: a jar with a program of its own brings all that it needs.
     */
    Class<?> alone(final String name) throws Unfit, IOException {
        final ClassLoader apart = new URLClassLoader(urls(), ClassLoader.getPlatformClassLoader());
        Thread.currentThread().setContextClassLoader(apart);
        try {
            return Class.forName(name, false, apart);
        } catch (ClassNotFoundException missing) {
            throw new Unfit(name() + " names " + name + " as its Main-Class and does not hold it");
        }
    }
}
