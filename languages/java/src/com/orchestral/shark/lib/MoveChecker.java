package com.orchestral.shark.lib;

/** Says whether a move keeps the rules. */
public interface MoveChecker {
    /**
     * Whether the move is legal.
     *
     * @param gameState as the player to move sees it
     * @param move what would be played
     * @return whether it keeps the rules
     */
    boolean isLegalMove(GameState gameState, Move move);
}
