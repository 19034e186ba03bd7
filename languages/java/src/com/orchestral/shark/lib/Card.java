package com.orchestral.shark.lib;

/** A card; two of the same suit and value are equal. */
public final class Card {
    private final Suit suit;
    private final Value value;

    /**
     * The card of this suit and value.
     *
     * @param suit its suit
     * @param value its value
     */
    public Card(final Suit suit, final Value value) {
        this.suit = suit;
        this.value = value;
    }

    /** @return its suit */
    public Suit getSuit() {
        return suit;
    }

    /** @return its value */
    public Value getValue() {
        return value;
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof Card && ((Card) other).suit == suit && ((Card) other).value == value;
    }

    @Override
    public int hashCode() {
        // The same in every JVM, so that a bot with a HashSet of cards plays the same game twice.
        return (suit == null ? 0 : suit.ordinal()) * 13 + (value == null ? 0 : value.ordinal());
    }

    @Override
    public String toString() {
        return "The " + value + " of " + suit;
    }
}
