package croupier.host;

import java.net.URL;
import java.net.URLClassLoader;

/**
 * The classes of a bot's jar, and of packages where they bring others. Types that the bot and its table share
 * are ours, whatever copies the jar brings: they could not speak to each other otherwise. Everything else is
 * the jar's own, also where the kit has a class of the same name, such as a starter bot that its author has
 * edited.
 */
final class BotClasses extends URLClassLoader {
    /** What the kit has for bots to begin with or to use, and this host. */
    private static final String[] NOT_SHARED = {
        "artificialmindgames.jujitsu.core.player.starterbots.",
        "artificialmindgames.jujitsu.quickplay.",
        "com.orchestral.shark.lib.LastCardMoveChecker",
        "croupier.host.",
    };

    /** Where the types lie that bots and tables share. */
    private static final String[] SHARED = {
        "artificialmindgames.jujitsu.core.", "ca.unbc.cpsc.score4.", "com.orchestral.shark.", "croupier.",
    };

    static {
        registerAsParallelCapable();
    }

    BotClasses(final URL[] jars) {
        super(jars, BotClasses.class.getClassLoader());
    }

    /** Whether the kit has a class of this name, too, which the jar's own stands in place of. */
    static boolean isCopy(final String name) {
        return isNotShared(name) && kitHas(name);
    }

    @Override
    protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
        if (!isNotShared(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            final Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try {
                return findClass(name);
            } catch (ClassNotFoundException elsewhere) {
                return super.loadClass(name, resolve);
            }
        }
    }

    /** Whether bot and table share this class: then it is ours, whatever the jar brings. */
    static boolean isShared(final String name) {
        for (final String start : SHARED) {
            if (name.startsWith(start)) {
                return !isNotShared(name) && kitHas(name);
            }
        }
        return false;
    }

    private static boolean kitHas(final String name) {
        return BotClasses.class.getClassLoader().getResource(name.replace('.', '/') + ".class") != null;
    }

    private static boolean isNotShared(final String name) {
        for (final String own : NOT_SHARED) {
            if (name.startsWith(own)) {
                return true;
            }
        }
        return false;
    }
}
