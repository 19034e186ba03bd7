package croupier.host;

import ca.unbc.cpsc.score4.enums.GameOverStatus;
import ca.unbc.cpsc.score4.interfaces.Location;
import ca.unbc.cpsc.score4.interfaces.Player;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.function.Predicate;

/** Score Four, with the calls in the order of the original referee. */
final class ScoreFourSeat extends Seat {
    private static final String USUAL_PACKAGE = "ca.unbc.cpsc.";

    private final Player player;
    private final ScoreFourView view = new ScoreFourView();
    private int seat;
    private Location chosen;
    private int row;
    private int column;

    private ScoreFourSeat(final Player player) {
        this.player = player;
    }

    /** A player of the class, by its {@code getAI()} or its constructor. */
    static Seat of(final Class<?> found) throws Throwable {
        return new ScoreFourSeat(make(found));
    }

    /** The class that gives or is the jar's player. */
    static Class<?> find(final Jar jar, final String name) throws Throwable {
        final Class<?> found = name == null ? only(jar) : jar.named(name);
        if (!found.getName().startsWith(USUAL_PACKAGE)) {
            System.err.println("[" + found.getName() + " is not in a package " + USUAL_PACKAGE + "<team>]");
        }
        return found;
    }

    private static Class<?> only(final Jar jar) throws Throwable {
        Class<?> found = Finder.only(jar, jar.like(new Predicate<Class<?>>() {
            @Override
            public boolean test(final Class<?> candidate) {
                return getter(candidate) != null;
            }
        }));
        if (found == null) {
            found = Finder.find(jar, null, Player.class);
        }
        if (found == null) {
            throw Finder.nobody(jar, Player.class);
        }
        return found;
    }

    private static Player make(final Class<?> found) throws Throwable {
        final Method getter = getter(found);
        if (getter == null && !Player.class.isAssignableFrom(found)) {
            throw new Unfit(found.getName() + " neither has a public static getAI() nor implements "
                    + Player.class.getName());
        }
        if (getter == null) {
            return Finder.make(found, Player.class);
        }
        // The class itself may be less public than its method.
        getter.setAccessible(true);
        final Object got = getter.invoke(null);
        if (got == null) {
            throw new Unfit(found.getName() + ".getAI() returned null");
        }
        if (!(got instanceof Player)) {
            throw new Unfit(found.getName() + ".getAI() returned a " + got.getClass().getName()
                    + ", which does not implement " + Player.class.getName());
        }
        return (Player) got;
    }

    private static Method getter(final Class<?> found) {
        try {
            final Method getter = found.getMethod("getAI");
            final boolean fits = Modifier.isStatic(getter.getModifiers()) && !getter.getReturnType().isPrimitive();
            return fits ? getter : null;
        } catch (NoSuchMethodException none) {
            return null;
        }
    }

    /**
     * The interface tells a player of the other's moves and never shows the board, so it cannot come later.
     */
    @Override
    boolean joins() {
        return false;
    }

    @Override
    boolean sharesPlayerWith(final Seat other) {
        return other instanceof ScoreFourSeat && ((ScoreFourSeat) other).player == player;
    }

    @Override
    void start(final Message message) throws Throwable {
        seat = message.seat;
        player.reset();
        player.noteOpponentsId(message.entrants.get(1 - seat));
        player.startGameAs(Bead.of(seat));
    }

    @Override
    String ask(final Message message, final JsonWriter out) throws Throwable {
        if (!message.refused) {
            view.read(message.view());
        }
        choose(message.refused ? player.retry() : move());
        write(out);
        return null;
    }

    /** Each is asked once: some players answer differently the second time. */
    private void choose(final Location answer) {
        chosen = answer;
        if (answer != null) {
            row = answer.getRow();
            column = answer.getColumn();
        }
    }

    @Override
    void write(final JsonWriter out) {
        if (chosen == null) {
            out.raw("null");
        } else {
            out.raw("{\"row\":").number(row).raw(",\"column\":").number(column).raw('}');
        }
    }

    @Override
    boolean readsFrames() {
        return true;
    }

    /** Who the other is stands in JSON alone. */
    @Override
    boolean readsGames() {
        return false;
    }

    @Override
    long askFrame(final byte[] bytes, final int from, final int to, final String memory) throws Throwable {
        view.read(bytes, from);
        choose(move());
        final boolean onBoard = chosen != null && (row & 3) == row && (column & 3) == column;
        return onBoard ? 4 * row + column : NO_CODE;
    }

    private Location move() throws Throwable {
        if (view.hasLast) {
            player.opponentPlays(new Peg(view.lastRow, view.lastColumn));
        }
        return player.requestMoveLocation();
    }

    @Override
    void end(final Message message) throws Throwable {
        view.read(message.view());
        if (view.winner == ScoreFourView.NOBODY) {
            player.noteGameOver(GameOverStatus.DRAW);
        } else if (view.hasLine()) {
            player.noteGameOver(view.winner == seat ? GameOverStatus.WIN : GameOverStatus.LOSS);
        } else if (view.winner == seat) {
            // The other side lost without a line: it broke off.
            player.reset();
        }
    }
}
