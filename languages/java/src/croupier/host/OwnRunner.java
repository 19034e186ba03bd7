package croupier.host;

import com.orchestral.shark.lib.Card;
import com.orchestral.shark.lib.GameState;
import com.orchestral.shark.lib.Suit;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.util.List;

/**
 * Last Card for a jar that brings its own program: two lines in, {@code playcardfromhand} and a game state
 * with a moveID, one line out with the same moveID. The program runs in a thread here; its other lines are
 * prints.
 */
final class OwnRunner extends Seat {
    private static final long MOMENT_TO_LEAVE = 80;

    private final LinesIn in = new LinesIn();
    private final LinesOut out;
    private final PrintStream prints = System.out;
    private final JsonReader reader = new JsonReader();
    private final Thread thread;
    private int moves;
    private volatile boolean leaving;

    OwnRunner(final Class<?> program) throws NoSuchMethodException {
        out = new LinesOut(prints);
        System.setIn(in);
        System.setOut(new PrintStream(out, true));
        final Method main = program.getMethod("main", String[].class);
        main.setAccessible(true);
        thread = new Thread(() -> run(main), "main of the bot");
        thread.setDaemon(true);
        thread.start();
    }

    /** A program that ends is a process that ends; the table starts it again. */
    private void run(final Method main) {
        try {
            main.invoke(null, (Object) new String[0]);
            if (leaving) {
                return;
            }
            System.err.println("its main method returned");
        } catch (Throwable thrown) {
            System.err.println(Faults.trace(Faults.cause(thrown)));
        }
        System.exit(1);
    }

    @Override
    void start(final Message message) {}

    @Override
    String ask(final Message message, final JsonWriter answer) throws Exception {
        final int move = ++moves;
        final JsonWriter line = new JsonWriter().raw("playcardfromhand\n{\"gamestate\":");
        write(LastCardText.state(message.view()), line);
        out.expect(move);
        in.put(line.raw(",\"moveID\":").number(move).raw("}\n"));
        final byte[] said = out.awaited();
        reader.over(said, 0, said.length).open('{');
        while (reader.more('}')) {
            if (reader.key().equals("move")) {
                rewrite(answer);
            } else {
                reader.skip();
            }
        }
        return null;
    }

    @Override
    void leave() {
        leaving = true;
        in.put(new JsonWriter().raw("end\n"));
        in.end();
        try {
            thread.join(MOMENT_TO_LEAVE);
        } catch (InterruptedException told) {
            Thread.currentThread().interrupt();
        }
        System.setOut(prints);
    }

    private static void write(final GameState state, final JsonWriter out) {
        out.raw("{\"playerHandSizes\":").raw(state.getPlayerHandSizes().toString());
        out.raw(",\"deckSize\":").number(state.getDeckSize()).raw(",\"playedCards\":");
        cards(state.getPlayedCards(), out);
        out.raw(",\"lastPlayedCard\":");
        card(state.getLastPlayedCard(), out);
        out.raw(",\"myHand\":");
        cards(state.getMyHand(), out);
        final Suit chosen = state.getChosenSuit();
        out.raw(",\"chosenSuit\":").raw(chosen == null ? "null" : "\"" + chosen + "\"");
        out.raw(",\"punishmentCards\":").number(state.getPunishmentCards()).raw('}');
    }

    private static void cards(final List<Card> cards, final JsonWriter out) {
        String comma = "[";
        for (final Card card : cards) {
            out.raw(comma);
            card(card, out);
            comma = ",";
        }
        out.raw(cards.isEmpty() ? "[]" : "]");
    }

    private static void card(final Card card, final JsonWriter out) {
        out.raw("{\"suit\":\"").raw(card.getSuit().name()).raw("\",\"value\":\"").raw(card.getValue().name()).raw("\"}");
    }

    /** The program's move in the protocol's words. */
    private void rewrite(final JsonWriter answer) {
        final JsonWriter cards = new JsonWriter();
        String suit = "null";
        boolean lastCard = false;
        reader.open('{');
        while (reader.more('}')) {
            switch (reader.key()) {
                case "cardsPlayed":
                    readCards(cards);
                    break;
                case "suitCalled":
                    suit = reader.isNull() ? "null" : "\"" + reader.text().toLowerCase() + "\"";
                    break;
                case "lastCardCalled":
                    lastCard = reader.truth();
                    break;
                default:
                    reader.skip();
            }
        }
        answer.raw("{\"cards\":[").raw(new String(cards.bytes(), 0, cards.length()));
        answer.raw("],\"suit\":").raw(suit).raw(",\"last_card\":").raw(Boolean.toString(lastCard)).raw('}');
    }

    private void readCards(final JsonWriter cards) {
        reader.open('[');
        while (reader.more(']')) {
            int suit = 0;
            int value = 0;
            reader.open('{');
            while (reader.more('}')) {
                if (reader.key().equals("suit")) {
                    suit = Suit.valueOf(reader.text()).ordinal();
                } else {
                    value = com.orchestral.shark.lib.Value.valueOf(reader.text()).ordinal();
                }
            }
            cards.raw(cards.length() == 0 ? "\"" : ",\"").raw(LastCardText.VALUES[value]);
            cards.raw(LastCardText.SUITS.charAt(suit)).raw('"');
        }
    }
}
