package com.orchestral.shark.lib;

/** The suits. */
public enum Suit {
    /** Spades. */
    SPADES,
    /** Clubs. */
    CLUBS,
    /** Diamonds. */
    DIAMONDS,
    /** Hearts. */
    HEARTS
}
