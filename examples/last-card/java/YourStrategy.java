package com.orchestral.shark;

import com.orchestral.shark.ai.CardGameStrategy;
import com.orchestral.shark.lib.Card;
import com.orchestral.shark.lib.GameState;
import com.orchestral.shark.lib.LastCardMoveChecker;
import com.orchestral.shark.lib.Move;
import com.orchestral.shark.lib.MoveChecker;

/** Plays the first card that fits, and calls with two cards left. */
public class YourStrategy implements CardGameStrategy {
    private final MoveChecker checker = new LastCardMoveChecker();

    @Override
    public Move playCardFromHand(final GameState state) {
        final boolean call = state.getMyHand().size() == 2;
        for (final Card card : state.getMyHand()) {
            final Move move = new Move.Builder().addCardPlayed(card).withLastCard(call).build();
            if (checker.isLegalMove(state, move)) {
                return move;
            }
        }
        return Move.PASS_MOVE;
    }
}
