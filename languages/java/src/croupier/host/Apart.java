package croupier.host;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether the games of a bot are apart: nothing of one can reach another in the same JVM. Each game has an
 * instance of the bot, so what is left is what a bot keeps elsewhere: in static fields, files, threads, or
 * what Java keeps for it. Those are looked for in its class files; whatever is not known to be harmless
 * counts as kept. A bot that is not apart plays one game at a time, and loses nothing but time.
 */
final class Apart {
    /**
     * Classes that keep nothing a bot has put there, but in their instances, and whose order is the same in
     * every JVM.
     */
    private static final Set<String> HARMLESS = words(
            "java/lang/", "Object String StringBuilder StringBuffer CharSequence Character Boolean Byte Short Integer Long Float"
                    + " Double Number Math StrictMath Comparable Iterable Enum Record Runnable Throwable Cloneable AutoCloseable",
            "java/io/", "Serializable",
            "java/util/", "List ArrayList LinkedList Arrays Collection Collections Iterator ListIterator Map Map$Entry TreeMap"
                    + " LinkedHashMap EnumMap SortedMap NavigableMap Set TreeSet LinkedHashSet EnumSet SortedSet NavigableSet Deque"
                    + " Queue ArrayDeque PriorityQueue Stack Vector BitSet Comparator Objects Optional OptionalInt OptionalLong"
                    + " OptionalDouble Random StringJoiner AbstractMap$SimpleEntry IntSummaryStatistics LongSummaryStatistics"
                    + " DoubleSummaryStatistics",
            "java/lang/invoke/", "LambdaMetafactory StringConcatFactory",
            "java/lang/runtime/", "ObjectMethods SwitchBootstraps");
    /** Of some classes a few members only. */
    private static final Set<String> HARMLESS_MEMBERS = words(
            "java/lang/System.", "out err arraycopy nanoTime currentTimeMillis lineSeparator",
            "java/lang/Class.", "getName getSimpleName desiredAssertionStatus",
            "java/io/PrintStream.", "print println printf format flush");
    /**
     * Members that are not: some remember, some start threads, and some give an order that follows from where
     * an object lies.
     */
    private static final Set<String> KEEPING = words(
            "croupier/hearts/HeartsView.", "remember",
            "java/lang/String.", "intern",
            "java/lang/Object.", "hashCode wait notify notifyAll",
            "java/lang/Enum.", "hashCode",
            "java/util/Objects.", "hash hashCode",
            "java/util/Arrays.", "hashCode deepHashCode parallelSort parallelPrefix parallelSetAll",
            "java/util/Set.", "of copyOf",
            "java/util/Map.", "of copyOf ofEntries",
            "java/util/stream/Collectors.", "toSet toMap toUnmodifiableSet toUnmodifiableMap toConcurrentMap groupingBy"
                    + " groupingByConcurrent");
    /**
     * What a field of something that never changes is: of these, or a class of the bot's with nothing but
     * such fields.
     */
    private static final Set<String> FIXED = words(
            "Ljava/lang/", "String; Character; Boolean; Byte; Short; Integer; Long; Float; Double;",
            "Lcom/orchestral/shark/lib/", "Card; Suit; Value; Move;",
            "Lcroupier/hearts/", "HeartsCard;",
            "Lca/unbc/cpsc/score4/enums/", "GameOverStatus;");
    /** What the kit has for bots to use, beside the types that all share. */
    private static final List<String> KIT = Arrays.asList(
            "com/orchestral/shark/lib/LastCardMoveChecker",
            "artificialmindgames/jujitsu/core/player/starterbots/DrawCardStarterBot",
            "artificialmindgames/jujitsu/core/player/starterbots/RandomStarterBot");

    private final Jar jar;
    private final Map<String, ClassFile> own = new HashMap<>();
    private final Set<String> fixed = new HashSet<>();

    private Apart(final Jar jar) {
        this.jar = jar;
    }

    /** Whether those of this class of a jar are. */
    static boolean is(final Jar jar, final Class<?> player) {
        try {
            return new Apart(jar).keepsNothing(player.getName().replace('.', '/'));
        } catch (IOException | RuntimeException unread) {
            return false;
        }
    }

    /**
     * Looks at a class of the jar and at all of the jar's that it can come to; nobody comes to one that is
     * not named.
     */
    private boolean keepsNothing(final String first) throws IOException {
        final Deque<String> left = new ArrayDeque<>();
        left.add(first);
        while (!left.isEmpty()) {
            final String name = left.remove();
            if (own.containsKey(name)) {
                continue;
            }
            final ClassFile read = read(name);
            own.put(name, read);
            if (read == null) {
                continue;
            }
            for (final String other : read.named) {
                left.add(element(other));
            }
        }
        for (final ClassFile each : own.values()) {
            if (each != null && !isHarmless(each)) {
                return false;
            }
        }
        return own.get(first) != null;
    }

    /** A class of the jar; null for one that is somebody else's. */
    private ClassFile read(final String name) throws IOException {
        if (BotClasses.isShared(name.replace('/', '.'))) {
            return null;
        }
        final byte[] bytes = jar.bytes(name);
        return bytes == null ? null : new ClassFile(bytes);
    }

    private boolean isHarmless(final ClassFile each) {
        if (each.hasNative || !mayBe(each.parent)) {
            return false;
        }
        for (final String above : each.interfaces) {
            if (!mayBe(above)) {
                return false;
            }
        }
        for (final ClassFile.Used used : each.used) {
            if (!mayUse(used)) {
                return false;
            }
        }
        for (final ClassFile.Field field : each.fields) {
            final boolean kept = field.isStatic() || each.isEnum();
            if (kept && !(field.isFinal() && (isFixed(field.type) || isOfJava(each, field)))) {
                return false;
            }
        }
        return true;
    }

    private boolean mayUse(final ClassFile.Used used) {
        final String whole = used.owner + "." + used.name;
        if (KEEPING.contains(whole) || used.name.startsWith("parallel")) {
            return false;
        }
        return mayBe(used.owner) || HARMLESS_MEMBERS.contains(whole);
    }

    /** Whether a class is looked at here, or known. */
    private boolean mayBe(final String name) {
        return own.get(name) != null || isKnown(name);
    }

    /** Whether a class of somebody else's is known to be harmless. */
    private static boolean isKnown(final String name) {
        return name.startsWith("[")
                || HARMLESS.contains(name)
                || name.startsWith("java/util/function/")
                || name.startsWith("java/util/stream/")
                || (name.startsWith("java/lang/") || name.startsWith("java/util/")) && isThrown(name)
                || KIT.contains(name)
                || BotClasses.isShared(name.replace('/', '.'));
    }

    private static boolean isThrown(final String name) {
        return name.indexOf('/', "java/lang/".length()) < 0 && (name.endsWith("Exception") || name.endsWith("Error"));
    }

    /** Whether what a field of this type holds never changes. */
    private boolean isFixed(final String type) {
        if (type.length() == 1 || FIXED.contains(type)) {
            return true;
        }
        final ClassFile its = type.startsWith("L") ? own.get(element(type)) : null;
        if (its == null || !its.isEnum() && !its.isFinal()) {
            return false;
        }
        if (!fixed.add(type)) {
            // It is being looked at: an enum's constants are of its own type.
            return true;
        }
        final boolean above = its.isEnum() || its.parent.equals("java/lang/Object") || its.parent.equals("java/lang/Record");
        boolean all = above;
        for (final ClassFile.Field field : its.fields) {
            all &= field.isStatic() || field.isFinal() && isFixed(field.type);
        }
        return all;
    }

    /**
     * A table that the compiler makes for itself, and nobody writes to: an enum's constants, or the cases of
     * a switch.
     */
    private static boolean isOfJava(final ClassFile of, final ClassFile.Field field) {
        return of.isEnum() && field.name.equals("$VALUES") || field.name.startsWith("$SwitchMap$");
    }

    /** The class behind a name, a type, or an array of either. */
    private static String element(final String name) {
        final String inner = name.substring(name.lastIndexOf('[') + 1);
        final boolean isType = inner.startsWith("L") && inner.endsWith(";");
        return isType ? inner.substring(1, inner.length() - 1) : inner;
    }

    /** Words, each behind what stands before its list. */
    private static Set<String> words(final String... lists) {
        final Set<String> all = new HashSet<>();
        for (int n = 0; n < lists.length; n += 2) {
            for (final String word : lists[n + 1].split(" ")) {
                all.add(lists[n] + word);
            }
        }
        return all;
    }
}
