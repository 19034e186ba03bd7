package croupier.host;

import com.orchestral.shark.ai.CardGameStrategy;
import com.orchestral.shark.lib.Card;
import com.orchestral.shark.lib.GameState;
import com.orchestral.shark.lib.Move;
import com.orchestral.shark.lib.Suit;

/** Last Card for a strategy that is called directly. */
final class LastCardSeat extends Seat {
    private static final String USUAL = "com.orchestral.shark.YourStrategy";

    private final CardGameStrategy strategy;

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
        if (found == null && jar.mainClass() == null) {
            throw Finder.nobody(jar, CardGameStrategy.class);
        }
        return found;
    }

    @Override
    void start(final Message message) {}

    @Override
    String ask(final Message message, final JsonWriter out) throws Unfit {
        final GameState state = LastCardText.state(message.view());
        final Move move = strategy.playCardFromHand(state);
        if (move == null) {
            throw new Unfit("playCardFromHand returned null");
        }
        write(move, out);
        return null;
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
