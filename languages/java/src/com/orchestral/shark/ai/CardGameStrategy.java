package com.orchestral.shark.ai;

import com.orchestral.shark.lib.GameState;
import com.orchestral.shark.lib.Move;

/** What a Last Card bot implements. It has a public constructor without arguments. */
public interface CardGameStrategy {
    /**
     * The move to make now.
     *
     * @param gameState all that the player may know
     * @return a move; {@link Move#PASS_MOVE} draws a card
     */
    Move playCardFromHand(GameState gameState);
}
