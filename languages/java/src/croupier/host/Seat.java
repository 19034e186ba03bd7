package croupier.host;

import java.io.IOException;

/** A bot at a table of one game: what the table says becomes calls of the game's own interface. */
abstract class Seat {
    /** In place of the code of a move that has none: what is no move of the game is told in JSON. */
    static final long NO_CODE = -1;

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

    /** Whether the bot is to be told the legal moves with every question. */
    boolean wantsLegal() {
        return false;
    }

    /** Whether the bot can go on in a game whose beginning it has not seen. */
    boolean joins() {
        return true;
    }

    /** Whether starts and ends are understood in compact frames, too. */
    boolean readsGames() {
        return readsFrames();
    }

    /** The move of the last compact ask in JSON, where it has no code. */
    void write(final JsonWriter move) throws Throwable {
        throw new IOException("a move without a code");
    }

    /** A compact frame that begins a game. */
    void startFrame(final byte[] bytes, final int from, final int to) throws Throwable {
        throw new IOException("a frame of a game that has none");
    }

    /**
     * A compact ask, with what the bot left at the table or null; the code of the move, or {@link #NO_CODE}.
     */
    long askFrame(final byte[] bytes, final int from, final int to, final String memory) throws Throwable {
        throw new IOException("a frame of a game that has none");
    }

    /** What the bot wants to leave at the table after a compact ask; null where nothing has changed. */
    String left() {
        return null;
    }

    /** A compact frame that ends a game. */
    void endFrame(final byte[] bytes, final int from, final int to) throws Throwable {
        throw new IOException("a frame of a game that has none");
    }

    /** Whether this is the same player as at that seat, because its class gives away only one. */
    boolean sharesPlayerWith(final Seat other) {
        return false;
    }

    /** There are no more games for it. */
    void leave() {}
}
