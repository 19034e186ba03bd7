package com.orchestral.shark.lib;

/** The values, ace first. */
public enum Value {
    /** Goes on anything, and names a suit. */
    ACE,
    /** Punishes with two cards. */
    TWO,
    /** Three. */
    THREE,
    /** Four. */
    FOUR,
    /** Punishes with five cards. */
    FIVE,
    /** Six. */
    SIX,
    /** Seven. */
    SEVEN,
    /** Eight. */
    EIGHT,
    /** Nine. */
    NINE,
    /** Makes a player miss a turn. */
    TEN,
    /** Turns the direction of play. */
    JACK,
    /** Queen. */
    QUEEN,
    /** King. */
    KING
}
