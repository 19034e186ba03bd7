package croupier.host;

import com.orchestral.shark.lib.Card;
import com.orchestral.shark.lib.GameState;
import com.orchestral.shark.lib.Suit;
import com.orchestral.shark.lib.Value;
import java.util.ArrayList;
import java.util.List;

/** Cards and views of Last Card between the protocol's words and the interface's. */
final class LastCardText {
    /** How the protocol writes values, ace first. */
    static final String[] VALUES = {"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"};
    /** How the protocol writes suits on cards, in the order of {@link Suit}. */
    static final String SUITS = "SCDH";
    /** How the protocol names suits. */
    static final String[] NAMES = {"\"spades\"", "\"clubs\"", "\"diamonds\"", "\"hearts\""};

    /** Every card once: bots see many and change none. */
    private static final Card[] CARDS = new Card[52];

    static {
        for (final Suit suit : Suit.values()) {
            for (final Value value : Value.values()) {
                CARDS[suit.ordinal() * 13 + value.ordinal()] = new Card(suit, value);
            }
        }
    }

    private LastCardText() {}

    /** A card's number in frames: 13 for each suit before it, and its value, the ace first. */
    static int number(final Card card) {
        return 13 * card.getSuit().ordinal() + card.getValue().ordinal();
    }

    /**
     * A view in bytes as a strategy sees it: six bytes, turns and punishment, four for each seat, then two
     * rows of cards.
     */
    static GameState state(final byte[] bytes, final int from) {
        final int step = bytes[from + 2] == 1 ? 3 : 1;
        final List<Integer> sizes = new ArrayList<>(4);
        for (int places = 0; places < 4; places++) {
            sizes.add((int) bytes[from + 14 + 4 * ((bytes[from + 1] + step * places) % 4)]);
        }
        final List<Card> hand = cards(bytes, from + 30);
        final List<Card> played = cards(bytes, from + 31 + hand.size());
        final Suit chosen = bytes[from + 3] < 0 ? null : Suit.values()[bytes[from + 3]];
        final int punishment = Channel.whole(bytes, from + 10);
        return new GameState(sizes, bytes[from + 4], played, played.get(played.size() - 1), hand, chosen, punishment);
    }

    /** Cards, with their number before them. */
    private static List<Card> cards(final byte[] bytes, final int from) {
        final List<Card> cards = new ArrayList<>(bytes[from]);
        for (int n = 1; n <= bytes[from]; n++) {
            cards.add(CARDS[bytes[from + n]]);
        }
        return cards;
    }

    /** A view as a strategy sees it. */
    static GameState state(final JsonReader view) {
        List<Integer> sizes = List.of();
        List<Card> played = List.of();
        List<Card> hand = List.of();
        Card last = null;
        Suit chosen = null;
        int deck = 0;
        int punishment = 0;
        view.open('{');
        while (view.more('}')) {
            switch (view.key()) {
                case "hand":
                    hand = cards(view);
                    break;
                case "played":
                    played = cards(view);
                    break;
                case "last_played":
                    last = card(view.text());
                    break;
                case "chosen_suit":
                    chosen = view.isNull() ? null : suit(view.text());
                    break;
                case "punishment":
                    punishment = view.number();
                    break;
                case "deck":
                    deck = view.number();
                    break;
                case "players":
                    sizes = sizes(view);
                    break;
                default:
                    view.skip();
            }
        }
        return new GameState(sizes, deck, played, last, hand, chosen, punishment);
    }

    private static List<Card> cards(final JsonReader view) {
        final List<Card> cards = new ArrayList<>();
        view.open('[');
        while (view.more(']')) {
            cards.add(card(view.text()));
        }
        return cards;
    }

    private static List<Integer> sizes(final JsonReader view) {
        final List<Integer> sizes = new ArrayList<>(4);
        view.open('[');
        while (view.more(']')) {
            view.open('{');
            while (view.more('}')) {
                if (view.key().equals("cards")) {
                    sizes.add(view.number());
                } else {
                    view.skip();
                }
            }
        }
        return sizes;
    }

    private static Card card(final String text) {
        final int suit = SUITS.indexOf(text.charAt(text.length() - 1));
        return CARDS[suit * 13 + value(text)];
    }

    private static int value(final String text) {
        switch (text.charAt(0)) {
            case 'A':
                return 0;
            case '1':
                return 9;
            case 'J':
                return 10;
            case 'Q':
                return 11;
            case 'K':
                return 12;
            default:
                return text.charAt(0) - '1';
        }
    }

    private static Suit suit(final String name) {
        return Suit.values()[SUITS.indexOf(Character.toUpperCase(name.charAt(0)))];
    }
}
