package croupier.host;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads JSON from bytes, value by value, without building a tree. Short texts come from a cache, so that
 * keys, cards and names cost no garbage after their first time.
 */
final class JsonReader {
    private static final int CACHE = 512;
    private static final int LONGEST_CACHED = 24;

    private final String[] texts = new String[CACHE];
    private final byte[][] spelled = new byte[CACHE][];
    private byte[] bytes;
    private int at;
    private int end;

    /** Reads from here on. */
    JsonReader over(final byte[] from, final int start, final int stop) {
        bytes = from;
        at = start;
        end = stop;
        return this;
    }

    /** Where the next value begins, for {@link #back}. */
    int place() {
        return at;
    }

    /** Goes back to a place. */
    void back(final int place) {
        at = place;
    }

    /** Enters an object or a list. */
    void open(final char bracket) {
        expect(bracket);
    }

    /** Whether there is another member before this bracket, which is taken otherwise. */
    boolean more(final char bracket) {
        int next = peek();
        if (next == ',') {
            at++;
            next = peek();
        }
        if (next != bracket) {
            return true;
        }
        at++;
        return false;
    }

    /** The key of the next member. */
    String key() {
        final String key = text();
        expect(':');
        return key;
    }

    /** Whether the next value is null; it is taken then. */
    boolean isNull() {
        if (peek() != 'n') {
            return false;
        }
        at += 4;
        return true;
    }

    /** True or false. */
    boolean truth() {
        final boolean truth = peek() == 't';
        at += truth ? 4 : 5;
        return truth;
    }

    /** A whole number. */
    long whole() {
        peek();
        final int start = at;
        final boolean negative = bytes[at] == '-';
        if (negative) {
            at++;
        }
        long value = 0;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
            value = value * 10 + (bytes[at++] - '0');
        }
        if (at == start) {
            throw wrong("a number");
        }
        if (at < end && (bytes[at] == '.' || bytes[at] == 'e' || bytes[at] == 'E')) {
            skip();
            return (long) Double.parseDouble(new String(bytes, start, at - start, StandardCharsets.US_ASCII));
        }
        return negative ? -value : value;
    }

    /** A number that fits an int. */
    int number() {
        return (int) whole();
    }

    /** A text. */
    String text() {
        expect('"');
        final int start = at;
        int hash = 0;
        while (at < end && bytes[at] != '"') {
            if (bytes[at] == '\\') {
                return escaped(start);
            }
            hash = hash * 31 + bytes[at++];
        }
        final int length = at++ - start;
        return length > LONGEST_CACHED ? decoded(start, length) : cached(start, length, hash & (CACHE - 1));
    }

    private String cached(final int start, final int length, final int slot) {
        final byte[] known = spelled[slot];
        if (known != null && known.length == length && same(known, start)) {
            return texts[slot];
        }
        spelled[slot] = Arrays.copyOfRange(bytes, start, start + length);
        texts[slot] = decoded(start, length);
        return texts[slot];
    }

    /** These texts are so short that a loop is quicker than a call for help. */
    private boolean same(final byte[] known, final int start) {
        for (int n = 0; n < known.length; n++) {
            if (known[n] != bytes[start + n]) {
                return false;
            }
        }
        return true;
    }

    private String decoded(final int start, final int length) {
        return new String(bytes, start, length, StandardCharsets.UTF_8);
    }

    private String escaped(final int start) {
        final StringBuilder text = new StringBuilder(decoded(start, at - start));
        int plain = at;
        while (at < end && bytes[at] != '"') {
            if (bytes[at] != '\\') {
                at++;
                continue;
            }
            text.append(decoded(plain, at - plain));
            text.append(escape((char) bytes[at + 1]));
            at += 2;
            plain = at;
        }
        text.append(decoded(plain, at - plain));
        at++;
        return text.toString();
    }

    private char escape(final char sign) {
        switch (sign) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'u':
                at += 4;
                return (char) Integer.parseInt(new String(bytes, at - 2, 4, StandardCharsets.US_ASCII), 16);
            default:
                return sign;
        }
    }

    /** Passes over a value, whatever it is. */
    void skip() {
        final int sign = peek();
        if (sign == '"') {
            skipText();
        } else if (sign == '{' || sign == '[') {
            skipNest();
        } else {
            skipWord();
        }
    }

    /** Most of a message is passed over here, so it is one loop over bytes: quotes, brackets and braces. */
    private void skipNest() {
        final byte[] all = bytes;
        int depth = 0;
        int place = at;
        do {
            final byte sign = all[place++];
            if (sign == '"') {
                while (all[place] != '"') {
                    place += all[place] == '\\' ? 2 : 1;
                }
                place++;
            } else if (sign == '{' || sign == '[') {
                depth++;
            } else if (sign == '}' || sign == ']') {
                depth--;
            }
        } while (depth > 0 && place < end);
        at = place;
    }

    private void skipText() {
        at++;
        while (bytes[at] != '"') {
            at += bytes[at] == '\\' ? 2 : 1;
        }
        at++;
    }

    private void skipWord() {
        while (at < end && ",:]} \n".indexOf(bytes[at]) < 0) {
            at++;
        }
    }

    /** A number as it is written. */
    String word() {
        peek();
        final int start = at;
        skipWord();
        return decoded(start, at - start);
    }

    /** The first sign of the next value, which is left where it is. */
    int peek() {
        while (at < end && bytes[at] <= ' ') {
            at++;
        }
        if (at >= end) {
            throw wrong("more");
        }
        return bytes[at];
    }

    private void expect(final char sign) {
        if (peek() != sign) {
            throw wrong("'" + sign + "'");
        }
        at++;
    }

    private IllegalArgumentException wrong(final String expected) {
        return new IllegalArgumentException("JSON without " + expected + " at byte " + at);
    }
}
