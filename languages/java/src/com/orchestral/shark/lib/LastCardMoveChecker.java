package com.orchestral.shark.lib;

import java.util.HashSet;
import java.util.List;

/**
 * The rules of Last Card, as far as a player's view tells: whether last card was called in time it does not
 * know.
 */
public class LastCardMoveChecker implements MoveChecker {
    private static final int MOST_CARDS = 4;

    /** A checker; it keeps nothing. */
    public LastCardMoveChecker() {}

    @Override
    public boolean isLegalMove(final GameState gameState, final Move move) {
        final List<Card> cards = move.getCardsPlayed();
        if (cards.isEmpty()) {
            return true;
        }
        return areHeld(cards, gameState.getMyHand()) && haveOneValue(cards) && fits(cards.get(0), gameState)
                && !endsOnAce(cards, gameState);
    }

    private static boolean areHeld(final List<Card> cards, final List<Card> hand) {
        return cards.size() <= MOST_CARDS && hand.containsAll(cards) && new HashSet<>(cards).size() == cards.size();
    }

    private static boolean haveOneValue(final List<Card> cards) {
        return cards.stream().allMatch(card -> card.getValue() == cards.get(0).getValue());
    }

    private static boolean fits(final Card card, final GameState state) {
        final Card top = state.getLastPlayedCard();
        if (card.getValue() == top.getValue()) {
            return true;
        }
        if (state.getPunishmentCards() > 0) {
            return false;
        }
        final Suit suit = state.getChosenSuit() == null ? top.getSuit() : state.getChosenSuit();
        return card.getValue() == Value.ACE || card.getSuit() == suit;
    }

    private static boolean endsOnAce(final List<Card> cards, final GameState state) {
        return cards.get(0).getValue() == Value.ACE && cards.size() == state.getMyHand().size();
    }
}
