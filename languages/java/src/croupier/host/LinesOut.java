package croupier.host;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * What a program writes to its standard output: the line with the awaited moveID is its answer, all others
 * are prints.
 */
final class LinesOut extends OutputStream {
    private static final int LONGEST = 1 << 20;

    private final PrintStream prints;
    private final LinkedBlockingQueue<byte[]> answers = new LinkedBlockingQueue<>();
    private final JsonReader reader = new JsonReader();
    private byte[] line = new byte[256];
    private int length;
    private long awaited = -1;

    LinesOut(final PrintStream prints) {
        this.prints = prints;
    }

    /** The line with this moveID is the next answer. */
    synchronized void expect(final long moveId) {
        awaited = moveId;
    }

    /** Waits for the answer. */
    byte[] awaited() throws InterruptedException {
        return answers.take();
    }

    @Override
    public synchronized void write(final int sign) {
        if (sign != '\n') {
            add((byte) sign);
            return;
        }
        final byte[] whole = Arrays.copyOf(line, length);
        length = 0;
        if (isAnswer(whole)) {
            awaited = -1;
            answers.add(whole);
        } else {
            prints.write(whole, 0, whole.length);
            prints.println();
        }
    }

    private void add(final byte sign) {
        if (length == line.length && length < LONGEST) {
            line = Arrays.copyOf(line, length * 2);
        }
        if (length < line.length) {
            line[length++] = sign;
        }
    }

    private boolean isAnswer(final byte[] whole) {
        boolean hasMove = false;
        long moveId = -1;
        try {
            reader.over(whole, 0, whole.length).open('{');
            while (reader.more('}')) {
                final String key = reader.key();
                hasMove |= key.equals("move");
                if (key.equals("moveID")) {
                    moveId = reader.whole();
                } else {
                    reader.skip();
                }
            }
        } catch (RuntimeException print) {
            return false;
        }
        return hasMove && awaited >= 0 && moveId == awaited;
    }
}
