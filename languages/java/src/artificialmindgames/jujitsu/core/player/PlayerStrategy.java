package artificialmindgames.jujitsu.core.player;

import artificialmindgames.jujitsu.core.state.PlayState;

/** What a Jujitsu bot implements. */
public interface PlayerStrategy {
    /**
     * The card to bid.
     *
     * @param state all that the player may know; once {@link PlayState#isGameEnded}, the answer does not
     * matter
     * @return a card of the hand
     */
    int move(PlayState state);
}
