package croupier.host;

import artificialmindgames.jujitsu.core.player.PlayerStrategy;
import croupier.hearts.HeartsPlayer;
import croupier.nothanks.NoThanksPlayer;

/** The games, and how a jar's bot is seated at each. */
final class Seats {
    private Seats() {}

    /** The bot of a jar at a table of this game; a class may be named. */
    static Seat of(final String game, final Jar jar, final String name) throws Throwable {
        switch (game) {
            case "last-card":
                return LastCardSeat.of(jar, name);
            case "score-four":
                return ScoreFourSeat.of(jar, name);
            case "jujitsu":
                return new JujitsuSeat(player(jar, name, PlayerStrategy.class));
            case "no-thanks":
                return new NoThanksSeat(player(jar, name, NoThanksPlayer.class));
            case "hearts":
                return new HeartsSeat(player(jar, name, HeartsPlayer.class));
            default:
                throw new Unfit("bots in Java cannot play " + game + " yet");
        }
    }

    private static <T> T player(final Jar jar, final String name, final Class<T> player) throws Throwable {
        final Class<?> found = Finder.find(jar, name, player);
        if (found == null) {
            throw Finder.nobody(jar, player);
        }
        return Finder.make(found, player);
    }
}
