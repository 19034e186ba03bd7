package croupier.host;

import java.io.IOException;

/** A bot at a table of one game: what the table says becomes calls of the game's own interface. */
abstract class Seat {
    /** A game begins. */
    abstract void start(Message message) throws Throwable;

    /** Writes the move to be played; returns what is to be remembered, or null. */
    abstract String ask(Message message, JsonWriter move) throws Throwable;

    /** The game is over. */
    void end(final Message message) throws Throwable {}

    /** Whether the game's compact frames are understood here. */
    boolean readsFrames() {
        return false;
    }

    /** Whether the bot can go on in a game whose beginning it has not seen. */
    boolean joins() {
        return true;
    }

    /** A compact frame that begins a game. */
    void startFrame(final byte[] bytes, final int from, final int to) throws Throwable {
        throw new IOException("a frame of a game that has none");
    }

    /** A compact ask; the code of the move. */
    long askFrame(final byte[] bytes, final int from, final int to) throws Throwable {
        throw new IOException("a frame of a game that has none");
    }

    /** A compact frame that ends a game. */
    void endFrame(final byte[] bytes, final int from, final int to) throws Throwable {
        throw new IOException("a frame of a game that has none");
    }

    /** There are no more games. */
    void leave() {}
}
