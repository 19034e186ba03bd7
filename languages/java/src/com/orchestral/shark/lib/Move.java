package com.orchestral.shark.lib;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Zero to four cards of one value, the suit an ace names, and whether last card is called. */
public final class Move {
    /** Plays nothing and draws a card. */
    public static final Move PASS_MOVE = new Builder().build();

    private final List<Card> cardsPlayed;
    private final Suit suitCalled;
    private final boolean lastCardCalled;

    private Move(final Builder builder) {
        cardsPlayed = Collections.unmodifiableList(new ArrayList<>(builder.cards));
        suitCalled = builder.suit;
        lastCardCalled = builder.lastCard;
    }

    /** @return the cards in the order they are played */
    public List<Card> getCardsPlayed() {
        return cardsPlayed;
    }

    /** @return the suit that an ace names, or null */
    public Suit getSuitCalled() {
        return suitCalled;
    }

    /** @return whether last card is called */
    public boolean isLastCardCalled() {
        return lastCardCalled;
    }

    @Override
    public String toString() {
        final String suit = suitCalled == null ? "" : ", naming " + suitCalled;
        return cardsPlayed + suit + (lastCardCalled ? ", calling last card" : "");
    }

    /** Puts a move together. */
    public static class Builder {
        private final List<Card> cards = new ArrayList<>();
        private Suit suit;
        private boolean lastCard;

        /** A pass, until something is added. */
        public Builder() {}

        /**
         * Plays a card after those that are there.
         *
         * @param card of the hand
         * @return this builder
         */
        public Builder addCardPlayed(final Card card) {
            cards.add(card);
            return this;
        }

        /**
         * Names the suit, with an ace.
         *
         * @param called the suit to be matched
         * @return this builder
         */
        public Builder withSuit(final Suit called) {
            suit = called;
            return this;
        }

        /**
         * Calls last card, or does not.
         *
         * @param called whether it is called
         * @return this builder
         */
        public Builder withLastCard(final boolean called) {
            lastCard = called;
            return this;
        }

        /** @return the move */
        public Move build() {
            return new Move(this);
        }
    }
}
