package croupier.hearts;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a player sees of the deal in play, and the scores. */
public final class HeartsView {
    private final Shown shown;

    /**
     * A view of what is shown.
     *
     * @param shown by the table
     */
    public HeartsView(final Shown shown) {
        this.shown = shown;
    }

    /** @return the player's own seat */
    public int seat() {
        return shown.seat;
    }

    /** @return the number of this deal, from 1 */
    public int deal() {
        return shown.deal;
    }

    /** @return the player's cards in the order they were dealt */
    public List<HeartsCard> hand() {
        return shown.hand;
    }

    /** @return the trick in play, oldest card first */
    public List<Play> trick() {
        return shown.trick;
    }

    /** @return all finished tricks of this deal, oldest first */
    public List<List<Play>> tricks() {
        return shown.tricks;
    }

    /** @return whether a heart was played in an earlier trick of this deal */
    public boolean heartsBroken() {
        return shown.heartsBroken;
    }

    /**
     * The points a seat took in this deal.
     *
     * @param seat of a player
     * @return from the finished tricks
     */
    public int points(final int seat) {
        return shown.points[seat];
    }

    /**
     * A score after the finished deals.
     *
     * @param seat of a player
     * @return the lowest wins
     */
    public int score(final int seat) {
        return shown.scores[seat];
    }

    /** @return what the bot left at the table; empty at first */
    public String memory() {
        return shown.memory;
    }

    /**
     * Leaves a text at the table for the rest of the game.
     *
     * @param memory up to 64 KiB
     */
    public void remember(final String memory) {
        shown.memory = memory == null ? "" : memory;
    }

    /** @return the cards that may be played now, in the order of the hand */
    public List<HeartsCard> legal() {
        return trick().isEmpty() ? leads() : follows(trick().get(0).card().suit());
    }

    private List<HeartsCard> leads() {
        if (tricks().isEmpty()) {
            return having(card -> card == HeartsCard.of("C2"));
        }
        return heartsBroken() ? hand() : having(card -> card.suit() != 'H');
    }

    private List<HeartsCard> follows(final char suit) {
        final boolean free = hand().stream().noneMatch(card -> card.suit() == suit);
        if (!free) {
            return having(card -> card.suit() == suit);
        }
        return tricks().isEmpty() ? having(card -> card.points() == 0) : hand();
    }

    /** The cards of the hand that are like this; all where none is. */
    private List<HeartsCard> having(final Predicate<HeartsCard> wanted) {
        final List<HeartsCard> some = hand().stream().filter(wanted).collect(Collectors.toList());
        return some.isEmpty() ? hand() : some;
    }

    /** A card in a trick, and the seat that played it. */
    public static final class Play {
        private final int seat;
        private final HeartsCard card;

        /**
         * A card that was played.
         *
         * @param seat by whom
         * @param card which
         */
        public Play(final int seat, final HeartsCard card) {
            this.seat = seat;
            this.card = card;
        }

        /** @return who played it */
        public int seat() {
            return seat;
        }

        /** @return the card */
        public HeartsCard card() {
            return card;
        }
    }

    /** What a view is made of; for the host, and for tests of bots. */
    public static final class Shown {
        /** The player's own seat. */
        public int seat;
        /** The number of the deal. */
        public int deal;
        /** The player's cards. */
        public List<HeartsCard> hand = new ArrayList<>();
        /** The trick in play. */
        public List<Play> trick = new ArrayList<>();
        /** The finished tricks. */
        public List<List<Play>> tricks = new ArrayList<>();
        /** Whether a heart was played in an earlier trick. */
        public boolean heartsBroken;
        /** Points in this deal by seat. */
        public int[] points = {};
        /** Scores by seat. */
        public int[] scores = {};
        /** What the bot left. */
        public String memory = "";

        /** Nothing yet. */
        public Shown() {}
    }
}
