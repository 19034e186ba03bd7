package croupier.nothanks;

/**
 * What a No Thanks! bot implements. It has a public constructor without arguments, and one instance plays all
 * games.
 */
public interface NoThanksPlayer {
    /**
     * Whether to take the open card; without a coin it is taken in any case.
     *
     * @param view all that the player may know
     * @return true to take, false to pay a coin
     */
    boolean takes(NoThanksView view);

    /**
     * A game begins.
     *
     * @param view the table before the first card
     * @param seed luck of the bot's own, the same whenever this game is played again
     */
    default void start(NoThanksView view, long seed) {}

    /**
     * A game is over.
     *
     * @param view the table at the end
     */
    default void end(NoThanksView view) {}
}
