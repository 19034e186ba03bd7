package ca.unbc.cpsc.score4.interfaces;

/** The colour a player has in a game; white begins. */
public interface Colour {
    /** @return whether it is black */
    boolean isBlack();

    /** @return whether it is white */
    boolean isWhite();
}
