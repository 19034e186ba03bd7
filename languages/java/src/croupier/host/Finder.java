package croupier.host;

import artificialmindgames.jujitsu.core.player.PlayerStrategy;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Finds the one class of a jar that plays, and makes a player of it. */
final class Finder {
    private Finder() {}

    /** The class that is named, or the only public one that implements this; null where there is none. */
    static Class<?> find(final Jar jar, final String name, final Class<?> player) throws Unfit, IOException {
        if (name != null) {
            final Class<?> named = jar.named(name);
            if (!player.isAssignableFrom(named)) {
                throw new Unfit(name + " does not implement " + player.getName());
            }
            return named;
        }
        // Written out: the first lambda of a JVM costs ten milliseconds, at every start.
        return only(jar, jar.like(new Predicate<Class<?>>() {
            @Override
            public boolean test(final Class<?> found) {
                return player.isAssignableFrom(found) && isWhole(found);
            }
        }));
    }

    /** The only one of these; null where there is none. */
    static Class<?> only(final Jar jar, final List<Class<?>> found) throws Unfit {
        if (found.size() > 1) {
            final String names = found.stream().map(Class::getName).collect(Collectors.joining(", "));
            throw new Unfit(jar.name() + " holds several players; name one of them after a #: " + names);
        }
        return found.isEmpty() ? null : found.get(0);
    }

    static boolean isWhole(final Class<?> found) {
        return !found.isInterface() && !Modifier.isAbstract(found.getModifiers());
    }

    /** A new player of the class. */
    static <T> T make(final Class<?> found, final Class<T> player) throws ReflectiveOperationException, Unfit {
        final Constructor<?> constructor;
        try {
            constructor = found.getConstructor();
        } catch (NoSuchMethodException missing) {
            if (!Modifier.isPublic(found.getModifiers())) {
                throw new Unfit(found.getName() + " is not public");
            }
            throw new Unfit(found.getName() + " has no public constructor without arguments");
        }
        return player.cast(constructor.newInstance());
    }

    /** Why a jar cannot play. */
    static Unfit nobody(final Jar jar, final Class<?> player) throws IOException {
        if (jar.newer() != null) {
            return new Unfit(jar.newer());
        }
        // Players of Jujitsu were servers, and some still are.
        final String helps = player == PlayerStrategy.class && jar.mainClass() != null
                ? "; if it is a web server, its author starts it, and it is named by its url"
                : jar.wouldBring();
        final String nobody = jar.name() + " has no public class that implements " + player.getName();
        return new Unfit(nobody + jar.wouldSuit() + helps);
    }
}
