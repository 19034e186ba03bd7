package croupier.host;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes JSON into bytes that are used again for every message. */
final class JsonWriter {
    private static final String HEX = "0123456789abcdef";

    private byte[] bytes = new byte[4096];
    private int length;

    /** Starts anew. */
    JsonWriter clear() {
        length = 0;
        return this;
    }

    /** What was written, up to {@link #length}. */
    byte[] bytes() {
        return bytes;
    }

    /** How many bytes were written. */
    int length() {
        return length;
    }

    /** Writes ASCII as it is. */
    JsonWriter raw(final String text) {
        room(text.length());
        for (int n = 0; n < text.length(); n++) {
            bytes[length++] = (byte) text.charAt(n);
        }
        return this;
    }

    /** Writes one byte. */
    JsonWriter raw(final int value) {
        room(1);
        bytes[length++] = (byte) value;
        return this;
    }

    /** Writes a number. */
    JsonWriter number(final long value) {
        if (value >= 0 && value < 10) {
            return raw('0' + (int) value);
        }
        return raw(Long.toString(value));
    }

    /** Writes a text in quotes. */
    JsonWriter text(final String text) {
        raw('"');
        for (final byte sign : text.getBytes(StandardCharsets.UTF_8)) {
            if (sign == '"' || sign == '\\') {
                raw('\\').raw(sign);
            } else if (sign >= 0 && sign < ' ') {
                raw("\\u00").raw(HEX.charAt(sign >> 4)).raw(HEX.charAt(sign & 15));
            } else {
                raw(sign);
            }
        }
        return raw('"');
    }

    /** Writes the bytes of a whole number, lowest first. */
    JsonWriter binary(final long value, final int count) {
        for (int n = 0; n < count; n++) {
            raw((int) (value >> (8 * n)));
        }
        return this;
    }

    /** Writes the lowest four bytes of a number over what is there. */
    void patch(final int place, final int value) {
        for (int n = 0; n < 4; n++) {
            bytes[place + n] = (byte) (value >> (8 * n));
        }
    }

    private void room(final int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
