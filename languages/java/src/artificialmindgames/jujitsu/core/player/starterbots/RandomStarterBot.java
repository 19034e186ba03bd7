package artificialmindgames.jujitsu.core.player.starterbots;

import artificialmindgames.jujitsu.core.player.PlayerStrategy;
import artificialmindgames.jujitsu.core.state.PlayState;
import java.util.Random;

/** Bids any card of its hand. */
public class RandomStarterBot implements PlayerStrategy {
    private final Random random = new Random();

    /** A bot with luck of its own. */
    public RandomStarterBot() {}

    @Override
    public int move(final PlayState state) {
        final Integer[] hand = state.getMyCardsRemaining();
        return hand.length == 0 ? 0 : hand[random.nextInt(hand.length)];
    }
}
