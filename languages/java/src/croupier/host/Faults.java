package croupier.host;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a bot threw, in words; its own methods may be as broken as it is. */
final class Faults {
    private static final int LONGEST_TRACE = 1 << 16;
    private static final int LONGEST_MESSAGE = 2000;
    /** The number of a class file's version less that of the Java that writes it. */
    private static final int BEFORE_JAVA_1 = 44;

    private Faults() {}

    /** What the bot threw, without what reflection and loading wrapped around it. */
    static Throwable cause(final Throwable thrown) {
        final boolean wrapped = thrown instanceof InvocationTargetException
                || thrown instanceof ExceptionInInitializerError;
        return wrapped && thrown.getCause() != null ? cause(thrown.getCause()) : thrown;
    }

    /** Tells the table what a bot threw, in place of an answer. */
    static void tell(final Channel channel, final int number, final Throwable thrown) {
        final Throwable cause = cause(thrown);
        final JsonWriter out = channel.begin('J');
        out.raw("{\"type\":\"fault\",\"number\":").number(number).raw(",\"message\":").text(message(cause));
        if (!(cause instanceof Unfit)) {
            out.raw(",\"trace\":").text(trace(cause));
        }
        out.raw('}');
        channel.send();
    }

    /** One line about it, with the place in the bot's own file. */
    static String message(final Throwable thrown) {
        try {
            final String newer = newer(thrown);
            final String words = newer == null ? String.valueOf(thrown) : newer;
            return cut(words, LONGEST_MESSAGE) + place(thrown) + wouldBring(missing(thrown));
        } catch (Throwable again) {
            return thrown.getClass().getName();
        }
    }

    /** What helps where a class file is of a newer Java than the one that plays; null for anything else. */
    static String newer(final Throwable thrown) {
        if (!(thrown instanceof UnsupportedClassVersionError)) {
            return null;
        }
        // The error tells the version in its words alone: "(class file version 65.0)".
        final String said = String.valueOf(thrown.getMessage());
        final Matcher told = Pattern.compile("version (\\d+)\\.").matcher(said);
        final int java = told.find() ? Integer.parseInt(told.group(1)) - BEFORE_JAVA_1 : 0;
        final int here = Runtime.version().feature();
        // A class that was made with previews is of no newer Java, and the error says so.
        return java <= here
                ? thrown.getMessage()
                : "its classes were made by Java " + java + "; Java " + here + " plays here: compile with --release " + here;
    }

    /** The class that was not there, where that is what was thrown; null for anything else. */
    static String missing(final Throwable thrown) {
        final boolean isMissing = thrown instanceof NoClassDefFoundError || thrown instanceof ClassNotFoundException;
        final String name = isMissing ? thrown.getMessage() : null;
        // A class that could not be made ready is there, and a sentence is no name.
        return name == null || name.contains(" ") ? null : name.replace('/', '.');
    }

    /** What would bring a class that is not there. */
    static String wouldBring(final String missing) {
        return missing == null
                ? ""
                : "; class " + missing + " is not there; packages.toml with java = [\"\u2026.jar\"], the jar that holds it, "
                        + "and croupier packages would bring it";
    }

    /** Its stack trace. */
    static String trace(final Throwable thrown) {
        try {
            final StringWriter trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace, true));
            return cut(trace.toString(), LONGEST_TRACE);
        } catch (Throwable again) {
            return "its stack trace cannot be printed";
        }
    }

    /** Where in the bot's own file it was thrown, or from where what threw it was called. */
    private static String place(final Throwable thrown) {
        if (thrown instanceof Unfit) {
            return "";
        }
        for (final StackTraceElement frame : thrown.getStackTrace()) {
            if (isOwn(frame)) {
                return " (" + frame.getFileName() + ", line " + frame.getLineNumber() + ")";
            }
        }
        return "";
    }

    /** Whether a frame is the bot's: the system's is in a module, the host's has a loader with a name. */
    private static boolean isOwn(final StackTraceElement frame) {
        return frame.getFileName() != null
                && frame.getLineNumber() > 0
                && frame.getModuleName() == null
                && frame.getClassLoaderName() == null;
    }

    private static String cut(final String text, final int length) {
        return text.length() <= length ? text : text.substring(0, length) + " …";
    }
}
