package ca.unbc.cpsc.score4.interfaces;

import ca.unbc.cpsc.score4.enums.GameOverStatus;
import ca.unbc.cpsc.score4.exceptions.PlayerException;

/**
 * What a Score Four bot implements. For each game: {@link #reset}, {@link #noteOpponentsId}, {@link
 * #startGameAs}; then {@link #requestMoveLocation} and {@link #opponentPlays} in turn; {@link #noteGameOver}
 * at the end.
 */
public interface Player {
    /**
     * Forgets the game; one may begin, or have been broken off.
     *
     * @throws PlayerException to lose
     */
    void reset() throws PlayerException;

    /**
     * The game begins.
     *
     * @param c the player's colour
     * @throws PlayerException to lose
     */
    void startGameAs(Colour c) throws PlayerException;

    /**
     * Who the other is.
     *
     * @param id the same in all games against this opponent
     * @throws PlayerException to lose
     */
    void noteOpponentsId(int id) throws PlayerException;

    /**
     * The other has moved, and the game goes on.
     *
     * @param ell where
     * @throws PlayerException to lose
     */
    void opponentPlays(Location ell) throws PlayerException;

    /**
     * The player's move.
     *
     * @return a peg that is not full
     * @throws PlayerException to lose
     */
    Location requestMoveLocation() throws PlayerException;

    /**
     * Another move, since the last answer was off the board or on a full peg.
     *
     * @return a peg that is not full
     * @throws PlayerException to lose
     */
    Location retry() throws PlayerException;

    /**
     * The game is over.
     *
     * @param whatHappened as this player sees it
     * @throws PlayerException too late to change anything
     */
    void noteGameOver(GameOverStatus whatHappened) throws PlayerException;
}
