package example;

import artificialmindgames.jujitsu.core.player.PlayerStrategy;
import artificialmindgames.jujitsu.core.state.PlayState;

/** Bids the lowest card above the value of the lot; the lowest of all where it has none. */
public class OneMore implements PlayerStrategy {
    @Override
    public int move(final PlayState state) {
        if (state.isGameEnded()) {
            return 0;
        }
        int lot = 0;
        for (final int card : state.getLot()) {
            lot += card;
        }
        for (final int card : state.getMyCardsRemaining()) {
            if (card > lot) {
                return card;
            }
        }
        return state.getMyCardsRemaining()[0];
    }
}
