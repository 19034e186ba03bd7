package croupier.hearts;

import java.util.Arrays;
import java.util.List;

/** A card of Hearts; there is one object for each of the 52. */
public final class HeartsCard {
    private static final List<String> RANKS =
            Arrays.asList("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A");
    private static final String SUITS = "SCDH";
    /** The ranks of one sign: all but the ten. */
    private static final String SIGNS = "23456789JQKA";
    private static final HeartsCard[] ALL = new HeartsCard[52];

    static {
        for (int n = 0; n < ALL.length; n++) {
            ALL[n] = new HeartsCard(SUITS.charAt(n / 13), n % 13 + 2);
        }
    }

    private final char suit;
    private final int rank;

    private HeartsCard(final char suit, final int rank) {
        this.suit = suit;
        this.rank = rank;
    }

    /**
     * A card by its text.
     *
     * @param text like {@code S10} or {@code HQ}
     * @return the card
     */
    public static HeartsCard of(final String text) {
        final int suit = text.isEmpty() ? -1 : SUITS.indexOf(text.charAt(0));
        final int rank = rank(text);
        if (suit < 0 || rank < 0) {
            throw new IllegalArgumentException(text + " is no card; cards are like S10 or HQ");
        }
        return ALL[suit * 13 + rank];
    }

    /** A view has dozens of cards, so their ranks are told by their signs and no text is made. */
    private static int rank(final String text) {
        if (text.length() == 2) {
            final int rank = SIGNS.indexOf(text.charAt(1));
            return rank < 8 ? rank : rank + 1;
        }
        return text.length() == 3 && text.charAt(1) == '1' && text.charAt(2) == '0' ? 8 : -1;
    }

    /**
     * A card by its number.
     *
     * @param number 0 to 51: spades, clubs, diamonds, hearts, each from the two to the ace
     * @return the card
     */
    public static HeartsCard of(final int number) {
        return ALL[number];
    }

    /** @return its number, 0 to 51 */
    public int number() {
        return SUITS.indexOf(suit) * 13 + rank - 2;
    }

    /** @return S, C, D or H */
    public char suit() {
        return suit;
    }

    /** @return 2 to 14; the ace is 14 */
    public int rank() {
        return rank;
    }

    /** @return what taking it costs: 1 for a heart, 13 for the queen of spades */
    public int points() {
        if (suit == 'H') {
            return 1;
        }
        return suit == 'S' && rank == 12 ? 13 : 0;
    }

    @Override
    public String toString() {
        return suit + RANKS.get(rank - 2);
    }
}
