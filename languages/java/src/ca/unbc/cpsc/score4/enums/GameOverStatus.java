package ca.unbc.cpsc.score4.enums;

/** How a game ended for the player who is told. */
public enum GameOverStatus {
    /** The player lost. */
    LOSS,
    /** Nobody could win any more. */
    DRAW,
    /** The player won. */
    WIN
}
