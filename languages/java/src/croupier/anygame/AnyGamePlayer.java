package croupier.anygame;

import java.util.List;
import java.util.Map;

/**
 * What a bot implements for a game that has no interface of its own. It has a public constructor without
 * arguments, and one instance plays all games.
 *
 * <p>Views and moves are what JSON makes of them, as on the game's rules page: a {@link Map} by the fields'
 * names, a {@link List}, a {@link String}, a {@link Long} or a {@link Double}, a {@link Boolean}, or null.
 */
public interface AnyGamePlayer {
    /**
     * The move to play, mostly one of the legal ones.
     *
     * @param view all that the player may know
     * @param legal the legal moves
     * @return a move
     */
    Object choose(Map<String, Object> view, List<Object> legal);

    /**
     * A game begins.
     *
     * @param view the table before the first move
     * @param seed luck of the bot's own, the same whenever this game is played again
     */
    default void start(Map<String, Object> view, long seed) {}

    /**
     * A game is over.
     *
     * @param view the table at the end
     */
    default void end(Map<String, Object> view) {}
}
