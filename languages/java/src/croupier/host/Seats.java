package croupier.host;

import artificialmindgames.jujitsu.core.player.PlayerStrategy;
import croupier.anygame.AnyGamePlayer;
import croupier.hearts.HeartsPlayer;
import croupier.nothanks.NoThanksPlayer;

/**
 * The games, and how a jar's bot is seated at each: the class is found once, a seat is made as often as one
 * is wanted.
 */
final class Seats {
    private final String game;
    private Jar jar;
    private Class<?> found;

    /** The bot of a jar at tables of this game; a class may be named. */
    Seats(final String game, final Jar jar, final String name) throws Throwable {
        this.game = game;
        this.jar = jar;
        found = find(name);
    }

    /** The player of this game; where the jar has none, the one that it has for any game. */
    private Class<?> find(final String name) throws Throwable {
        try {
            return findOwn(name);
        } catch (Unfit nobody) {
            final Class<?> any = anyGame(name);
            if (any == null) {
                throw nobody;
            }
            return any;
        }
    }

    private Class<?> anyGame(final String name) throws Throwable {
        if (name != null && !AnyGamePlayer.class.isAssignableFrom(jar.named(name))) {
            return null;
        }
        return Finder.find(jar, name, AnyGamePlayer.class);
    }

    private Class<?> findOwn(final String name) throws Throwable {
        switch (game) {
            case "last-card":
                return LastCardSeat.find(jar, name);
            case "score-four":
                return ScoreFourSeat.find(jar, name);
            case "jujitsu":
                return only(name, PlayerStrategy.class);
            case "no-thanks":
                return only(name, NoThanksPlayer.class);
            case "hearts":
                return only(name, HeartsPlayer.class);
            default:
                return only(name, AnyGamePlayer.class);
        }
    }

    private Class<?> only(final String name, final Class<?> player) throws Throwable {
        final Class<?> one = Finder.find(jar, name, player);
        if (one == null) {
            throw Finder.nobody(jar, player);
        }
        return one;
    }

    /** Whether games of the bot can be played at once, each with an instance of its own. */
    boolean areApart() {
        // A program of its own keeps its own loop.
        return found != null && Apart.is(jar, found);
    }

    /** A seat with a new instance of the bot. */
    Seat make() throws Throwable {
        if (found != null && AnyGamePlayer.class.isAssignableFrom(found)) {
            return new AnyGameSeat(Finder.make(found, AnyGamePlayer.class));
        }
        switch (game) {
            case "last-card":
                return LastCardSeat.of(jar, found);
            case "score-four":
                return ScoreFourSeat.of(found);
            case "jujitsu":
                return new JujitsuSeat(Finder.make(found, PlayerStrategy.class));
            case "no-thanks":
                return new NoThanksSeat(Finder.make(found, NoThanksPlayer.class));
            default:
                return new HeartsSeat(Finder.make(found, HeartsPlayer.class));
        }
    }

    /** A seat with an instance that knows nothing of this one, not even by what its class remembers. */
    Seat makeAfter(final Seat last) throws Throwable {
        last.leave();
        final Seat next = make();
        if (!next.sharesPlayerWith(last)) {
            return next;
        }
        // A getAI() that gives away one and the same player: only its class, loaded anew, makes another.
        jar = jar.anew();
        found = jar.named(found.getName());
        return make();
    }
}
