package artificialmindgames.jujitsu.quickplay;

import artificialmindgames.jujitsu.core.player.PlayerStrategy;
import artificialmindgames.jujitsu.core.player.starterbots.DrawCardStarterBot;
import artificialmindgames.jujitsu.core.player.starterbots.RandomStarterBot;
import java.util.Random;

/** One match between two strategies in this JVM, told on standard output. */
public final class Quickplay {
    private static final Integer[] USUAL = {13, 13, 13};

    private Quickplay() {}

    /**
     * Plays the two starter bots.
     *
     * @param args not used
     */
    public static void main(final String[] args) {
        play(new DrawCardStarterBot(), new RandomStarterBot());
    }

    /**
     * Plays a match.
     *
     * @param one a strategy
     * @param other a strategy
     * @param rounds the number of cards of each round; without any, three rounds of 13
     */
    public static void play(final PlayerStrategy one, final PlayerStrategy other, final Integer... rounds) {
        final QuickMatch match = new QuickMatch(one, other, rounds.length == 0 ? USUAL : rounds, new Random());
        match.play(System.out);
    }
}
