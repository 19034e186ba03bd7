package croupier.host;

import java.io.InputStream;
import java.util.Arrays;

/** What a program reads from its standard input, put there by another thread. */
final class LinesIn extends InputStream {
    private byte[] waiting = new byte[0];
    private int read;
    private boolean ended;

    /** Adds what was written. */
    synchronized void put(final JsonWriter text) {
        final byte[] rest = Arrays.copyOfRange(waiting, read, waiting.length + text.length());
        System.arraycopy(text.bytes(), 0, rest, waiting.length - read, text.length());
        waiting = rest;
        read = 0;
        notifyAll();
    }

    /** Nothing more will come. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    @Override
    public synchronized int available() {
        return waiting.length - read;
    }

    @Override
    public int read() {
        final byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
    }

    @Override
    public synchronized int read(final byte[] into, final int from, final int most) {
        if (most == 0) {
            return 0;
        }
        while (available() == 0) {
            if (ended) {
                return -1;
            }
            try {
                wait();
            } catch (InterruptedException told) {
                Thread.currentThread().interrupt();
                return -1;
            }
        }
        final int count = Math.min(most, available());
        System.arraycopy(waiting, read, into, from, count);
        read += count;
        return count;
    }
}
