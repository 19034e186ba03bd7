package croupier.host;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * An output of the bot that says which game and turn a print belongs to, with a line before the first print
 * of each. The table cannot know: what it tells a bot rides with its next question.
 */
final class Marks extends OutputStream {
    private static final int ROOM = 8192;
    private static volatile long game = -1;
    private static volatile int turn;
    private static volatile boolean over;

    private final OutputStream to;
    private final byte[] buffer = new byte[ROOM];
    private int filled;
    private boolean inALine;
    private long saidGame = -1;
    private int saidTurn;
    private boolean saidOver;

    private Marks(final FileDescriptor descriptor) {
        to = new FileOutputStream(descriptor);
    }

    /** Marks both outputs from now on. */
    static void mark() {
        System.setOut(new PrintStream(new Marks(FileDescriptor.out), true));
        System.setErr(new PrintStream(new Marks(FileDescriptor.err), true));
    }

    /** A game begins. */
    static void begin(final long number) {
        game = number;
        turn = 0;
        over = false;
    }

    /** Another of many games is in hand. */
    static void at(final long number, final int turns, final boolean isOver) {
        game = number;
        turn = turns;
        over = isOver;
    }

    /** The bot is asked. */
    static void ask() {
        turn++;
    }

    /** The game is over. */
    static void end() {
        over = true;
    }

    @Override
    public void write(final int sign) throws IOException {
        write(new byte[] {(byte) sign}, 0, 1);
    }

    @Override
    public synchronized void write(final byte[] bytes, final int from, final int count) throws IOException {
        if (count == 0) {
            return;
        }
        if (game >= 0 && (saidGame != game || saidTurn != turn || saidOver != over)) {
            say();
        }
        put(bytes, from, count);
        inALine = bytes[from + count - 1] != '\n';
    }

    @Override
    public synchronized void flush() throws IOException {
        to.write(buffer, 0, filled);
        filled = 0;
    }

    private void say() throws IOException {
        saidGame = game;
        saidTurn = turn;
        saidOver = over;
        final String where = saidOver ? "at its end" : saidTurn == 0 ? "before its first turn" : "its turn " + saidTurn;
        final String line = (inALine ? "\n[game " : "[game ") + saidGame + ", " + where + "]\n";
        final byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        put(bytes, 0, bytes.length);
    }

    private void put(final byte[] bytes, final int from, final int count) throws IOException {
        if (count > buffer.length - filled) {
            flush();
        }
        if (count > buffer.length) {
            to.write(bytes, from, count);
            return;
        }
        System.arraycopy(bytes, from, buffer, filled, count);
        filled += count;
    }
}
