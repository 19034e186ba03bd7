package artificialmindgames.jujitsu.core.player.starterbots;

import artificialmindgames.jujitsu.core.player.PlayerStrategy;
import artificialmindgames.jujitsu.core.state.PlayState;

/** Bids the value of the newest victory card. */
public class DrawCardStarterBot implements PlayerStrategy {
    /** A bot that keeps nothing. */
    public DrawCardStarterBot() {}

    @Override
    public int move(final PlayState state) {
        final Integer[] lot = state.getLot();
        return lot.length == 0 ? 0 : lot[lot.length - 1];
    }
}
