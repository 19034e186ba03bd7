package com.orchestral.shark.lib;

import java.util.ArrayList;
import java.util.List;

/**
 * What the player to move knows of a game. Its lists are the player's own: changing them changes nothing
 * else.
 */
public class GameState {
    private final List<Integer> playerHandSizes;
    private final int deckSize;
    private final List<Card> playedCards;
    private final Card lastPlayedCard;
    private final List<Card> myHand;
    private final Suit chosenSuit;
    private final int punishmentCards;

    /**
     * A state with these fields.
     *
     * @param playerHandSizes from the player to move on, in the direction of play
     * @param deckSize cards in the deck
     * @param playedCards oldest first
     * @param lastPlayedCard the card on top
     * @param myHand the player's cards
     * @param chosenSuit what an ace on top named, otherwise null
     * @param punishmentCards what a pass costs now
     */
    public GameState(
            final List<Integer> playerHandSizes,
            final int deckSize,
            final List<Card> playedCards,
            final Card lastPlayedCard,
            final List<Card> myHand,
            final Suit chosenSuit,
            final int punishmentCards) {
        this.playerHandSizes = new ArrayList<>(playerHandSizes);
        this.deckSize = deckSize;
        this.playedCards = new ArrayList<>(playedCards);
        this.lastPlayedCard = lastPlayedCard;
        this.myHand = new ArrayList<>(myHand);
        this.chosenSuit = chosenSuit;
        this.punishmentCards = punishmentCards;
    }

    /** @return how many cards each player holds, from the player to move on, in the direction of play */
    public List<Integer> getPlayerHandSizes() {
        return playerHandSizes;
    }

    /** @return how many cards the deck has */
    public int getDeckSize() {
        return deckSize;
    }

    /** @return what was played since the last reshuffle, oldest first, beginning with the face-up card */
    public List<Card> getPlayedCards() {
        return playedCards;
    }

    /** @return the card on top */
    public Card getLastPlayedCard() {
        return lastPlayedCard;
    }

    /** @return the card on top */
    public Card getLastPlayed() {
        return lastPlayedCard;
    }

    /** @return the player's own cards */
    public List<Card> getMyHand() {
        return myHand;
    }

    /** @return the suit to match where an ace lies on top, otherwise null */
    public Suit getChosenSuit() {
        return chosenSuit;
    }

    /** @return how many cards a pass or an illegal move costs; 0 where no punishment is active */
    public int getPunishmentCards() {
        return punishmentCards;
    }
}
