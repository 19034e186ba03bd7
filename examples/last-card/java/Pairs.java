package example;

import com.orchestral.shark.ai.CardGameStrategy;
import com.orchestral.shark.lib.Card;
import com.orchestral.shark.lib.GameState;
import com.orchestral.shark.lib.LastCardMoveChecker;
import com.orchestral.shark.lib.Move;
import java.util.List;

/**
 * Plays as many cards of one value as it can, the dearest value first; an ace names the suit it has most of.
 */
public class Pairs implements CardGameStrategy {
    private final LastCardMoveChecker checker = new LastCardMoveChecker();

    @Override
    public Move playCardFromHand(final GameState state) {
        Move best = Move.PASS_MOVE;
        for (final Card first : state.getMyHand()) {
            final Move move = with(first, state.getMyHand());
            if (checker.isLegalMove(state, move) && points(move) > points(best)) {
                best = move;
            }
        }
        return best;
    }

    private static Move with(final Card first, final List<Card> hand) {
        final Move.Builder move = new Move.Builder().addCardPlayed(first).withSuit(first.getSuit());
        int left = hand.size() - 1;
        for (final Card card : hand) {
            if (card.getValue() == first.getValue() && !card.equals(first)) {
                move.addCardPlayed(card);
                left--;
            }
        }
        return move.withLastCard(left == 1 || left == 2).build();
    }

    private static int points(final Move move) {
        int points = 0;
        for (final Card card : move.getCardsPlayed()) {
            switch (card.getValue()) {
                case ACE:
                    points += 5;
                    break;
                case TWO:
                case FIVE:
                    points += 2;
                    break;
                default:
                    points += 1;
            }
        }
        return points;
    }
}
