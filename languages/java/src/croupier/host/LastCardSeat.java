package croupier.host;

import com.orchestral.shark.ai.CardGameStrategy;
import com.orchestral.shark.lib.Card;
import com.orchestral.shark.lib.GameState;
import com.orchestral.shark.lib.Move;
import com.orchestral.shark.lib.Suit;

/** Last Card for a strategy that is called directly. */
final class LastCardSeat extends Seat {
    private static final String USUAL = "com.orchestral.shark.YourStrategy";

    /** More cards have no code. */
    private static final int MOST_CARDS = 5;
    /** Moves below are of one or two cards and name no suit. */
    private static final long FEW = 2 * (1 + 52 + 52 * 52);

    private final CardGameStrategy strategy;
    private Move chosen;

    private LastCardSeat(final CardGameStrategy strategy) {
        this.strategy = strategy;
    }

    /** A new strategy of the class, or the jar's own program where there is none. */
    static Seat of(final Jar jar, final Class<?> found) throws Throwable {
        return found == null
                ? new OwnRunner(jar.alone(jar.mainClass()))
                : new LastCardSeat(Finder.make(found, CardGameStrategy.class));
    }

    /** The jar's strategy; null where it has a program of its own instead. */
    static Class<?> find(final Jar jar, final String name) throws Throwable {
        if (name == null && jar.has(USUAL) && CardGameStrategy.class.isAssignableFrom(jar.named(USUAL))) {
            return jar.named(USUAL);
        }
        final Class<?> found = Finder.find(jar, name, CardGameStrategy.class);
        // A strategy that cannot be read is told, before a program is taken to stand in its place.
        if (found == null && (jar.mainClass() == null || jar.newer() != null)) {
            throw Finder.nobody(jar, CardGameStrategy.class);
        }
        return found;
    }

    @Override
    void start(final Message message) {}

    @Override
    String ask(final Message message, final JsonWriter out) throws Unfit {
        write(choose(LastCardText.state(message.view())), out);
        return null;
    }

    private Move choose(final GameState state) throws Unfit {
        final Move move = strategy.playCardFromHand(state);
        if (move == null) {
            throw new Unfit("playCardFromHand returned null");
        }
        return move;
    }

    @Override
    boolean readsFrames() {
        return true;
    }

    @Override
    void startFrame(final byte[] bytes, final int from, final int to) {}

    @Override
    void endFrame(final byte[] bytes, final int from, final int to) {}

    @Override
    long askFrame(final byte[] bytes, final int from, final int to, final String memory) throws Unfit {
        chosen = choose(LastCardText.state(bytes, from));
        return code(chosen);
    }

    @Override
    void write(final JsonWriter out) throws Unfit {
        write(chosen, out);
    }

    /**
     * A move's number: its cards are one in the digits 1 to 52, then come the suit that is named and the
     * call.
     */
    private static long code(final Move move) {
        if (move.getCardsPlayed().size() > MOST_CARDS) {
            return NO_CODE;
        }
        long list = 0;
        for (final Card card : move.getCardsPlayed()) {
            if (card == null || card.getSuit() == null || card.getValue() == null) {
                return NO_CODE;
            }
            list = list * 52 + LastCardText.number(card) + 1;
        }
        final int call = move.isLastCardCalled() ? 1 : 0;
        final Suit suit = move.getSuitCalled();
        if (suit == null && list * 2 < FEW) {
            return list * 2 + call;
        }
        return FEW + list * 10 + (suit == null ? 0 : 2 * (suit.ordinal() + 1)) + call;
    }

    private static void write(final Move move, final JsonWriter out) throws Unfit {
        out.raw("{\"cards\":[");
        String comma = "\"";
        for (final Card card : move.getCardsPlayed()) {
            if (card == null || card.getSuit() == null || card.getValue() == null) {
                throw new Unfit("playCardFromHand played a card that is null or has no suit or value");
            }
            out.raw(comma).raw(LastCardText.VALUES[card.getValue().ordinal()])
                    .raw(LastCardText.SUITS.charAt(card.getSuit().ordinal())).raw('"');
            comma = ",\"";
        }
        final Suit suit = move.getSuitCalled();
        out.raw("],\"suit\":").raw(suit == null ? "null" : LastCardText.NAMES[suit.ordinal()]);
        out.raw(",\"last_card\":").raw(move.isLastCardCalled() ? "true" : "false").raw('}');
    }
}
