package croupier.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/** Messages from and to the table: lines at first, frames once both have agreed on them. */
final class Channel {
    private static final int HEAD = 4;

    private final InputStream in;
    private final OutputStream out;
    private final JsonWriter writer = new JsonWriter();
    private byte[] bytes = new byte[1 << 14];
    private int taken;
    private int filled;
    private boolean framed;
    private int kind;
    private int start;
    private int stop;

    Channel(final InputStream in, final OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /** From here on, frames instead of lines. */
    void useFrames() {
        framed = true;
    }

    /** Waits for the next message; false when there are no more. */
    boolean next() throws IOException {
        return framed ? nextFrame() : nextLine();
    }

    private boolean nextLine() throws IOException {
        int looked = taken;
        while (true) {
            for (; looked < filled; looked++) {
                if (bytes[looked] == '\n') {
                    return found('J', taken, looked, looked + 1);
                }
            }
            final int ahead = looked - taken;
            if (!fill()) {
                return false;
            }
            looked = taken + ahead;
        }
    }

    private boolean nextFrame() throws IOException {
        while (filled - taken < HEAD || filled - taken < HEAD + length()) {
            if (!fill()) {
                return false;
            }
        }
        final int end = taken + HEAD + length();
        return found(bytes[taken + HEAD], taken + HEAD + 1, end, end);
    }

    private boolean found(final int sort, final int from, final int to, final int next) {
        kind = sort;
        start = from;
        stop = to;
        taken = next;
        return true;
    }

    private int length() {
        return whole(bytes, taken);
    }

    private boolean fill() throws IOException {
        if (taken == filled) {
            taken = 0;
            filled = 0;
        } else if (filled == bytes.length && taken > 0) {
            System.arraycopy(bytes, taken, bytes, 0, filled - taken);
            filled -= taken;
            taken = 0;
        } else if (filled == bytes.length) {
            bytes = Arrays.copyOf(bytes, bytes.length * 2);
        }
        final int got = in.read(bytes, filled, bytes.length - filled);
        if (got > 0) {
            filled += got;
        }
        return got > 0;
    }

    /** The message's kind: 'J' for JSON. */
    int kind() {
        return kind;
    }

    /** Where the message lies. */
    byte[] bytes() {
        return bytes;
    }

    /** Its first byte. */
    int start() {
        return start;
    }

    /** One after its last byte. */
    int stop() {
        return stop;
    }

    /** An empty message of this kind, to be written and sent. */
    JsonWriter begin(final char sort) {
        writer.clear();
        return framed ? writer.binary(0, HEAD).raw(sort) : writer;
    }

    /**
     * Sends the message that was begun, in one piece. Where the table has gone, nobody is left to play for.
     */
    void send() {
        if (framed) {
            writer.patch(0, writer.length() - HEAD);
        } else {
            writer.raw('\n');
        }
        try {
            out.write(writer.bytes(), 0, writer.length());
        } catch (IOException gone) {
            System.exit(1);
        }
    }

    /** Four bytes, lowest first. */
    static int whole(final byte[] bytes, final int at) {
        return (bytes[at] & 255) | (bytes[at + 1] & 255) << 8 | (bytes[at + 2] & 255) << 16 | bytes[at + 3] << 24;
    }
}
