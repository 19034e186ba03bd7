package croupier.hearts;

/**
 * What a Hearts bot implements. It has a public constructor without arguments, and one instance plays all
 * games.
 */
public interface HeartsPlayer {
    /**
     * The card to play.
     *
     * @param view all that the player may know
     * @return a card of the hand, often one of {@link HeartsView#legal}
     */
    HeartsCard choose(HeartsView view);

    /**
     * A game begins.
     *
     * @param view the first hand
     * @param seed luck of the bot's own, the same whenever this game is played again
     */
    default void start(HeartsView view, long seed) {}

    /**
     * A game is over.
     *
     * @param view the table at the end
     */
    default void end(HeartsView view) {}
}
