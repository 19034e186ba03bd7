package croupier.host;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;

/** What a bot threw, in words; its own methods may be as broken as it is. */
final class Faults {
    private static final int LONGEST_TRACE = 1 << 16;
    private static final int LONGEST_MESSAGE = 2000;

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
            return cut(String.valueOf(thrown), LONGEST_MESSAGE) + place(thrown) + wouldBring(missing(thrown));
        } catch (Throwable again) {
            return thrown.getClass().getName();
        }
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
