package artificialmindgames.jujitsu.core.state;

/** What a player sees of a match of Psychological Jujitsu. */
public class PlayState {
    private Integer[] match = {};
    private Integer myTimeRemainingMs;
    private Integer opponentTimeRemainingMs;
    private int myPointsTotal;
    private int opponentPointsTotal;
    private int currentRound;
    private boolean gameEnded;
    private Integer[] lot = {};
    private Integer nextVictoryCard;
    private Integer[] drawPile = {};
    private Integer[] myCardsRemaining = {};
    private Integer[] opponentCardsRemaining = {};
    private TurnState[] previousTurns = {};

    /** Nothing is set yet. */
    public PlayState() {}

    /**
     * Everything is set, in the order of the keys of a request.
     *
     * @param match the rounds, each as its highest card
     * @param myTimeRemainingMs the thinking time left in milliseconds, or null where it is unlimited
     * @param opponentTimeRemainingMs the opponent's, likewise
     * @param myPointsTotal the points won in the match so far
     * @param opponentPointsTotal the opponent's
     * @param currentRound the number of the round, from 1
     * @param gameEnded whether the match is over
     * @param lot the victory cards that are bid for, the newest last
     * @param nextVictoryCard the victory card of the next turn, or null on the last turn of a round
     * @param drawPile the victory cards to come in this round, lowest first
     * @param myCardsRemaining the bidding cards left, lowest first
     * @param opponentCardsRemaining the opponent's
     * @param previousTurns the turns of this round; on the first turn of a later round, those of the round
     * before
     */
    public PlayState(final Integer[] match, final Integer myTimeRemainingMs, final Integer opponentTimeRemainingMs,
            final int myPointsTotal, final int opponentPointsTotal, final int currentRound, final boolean gameEnded,
            final Integer[] lot, final Integer nextVictoryCard, final Integer[] drawPile,
            final Integer[] myCardsRemaining, final Integer[] opponentCardsRemaining,
            final TurnState[] previousTurns) {
        this.match = match;
        this.myTimeRemainingMs = myTimeRemainingMs;
        this.opponentTimeRemainingMs = opponentTimeRemainingMs;
        this.myPointsTotal = myPointsTotal;
        this.opponentPointsTotal = opponentPointsTotal;
        this.currentRound = currentRound;
        this.gameEnded = gameEnded;
        this.lot = lot;
        this.nextVictoryCard = nextVictoryCard;
        this.drawPile = drawPile;
        this.myCardsRemaining = myCardsRemaining;
        this.opponentCardsRemaining = opponentCardsRemaining;
        this.previousTurns = previousTurns;
    }

    /** @return the rounds, each as its highest card */
    public Integer[] getMatch() {
        return match;
    }

    /**
     * Sets the rounds, each as its highest card.
     *
     * @param value as in the match
     */
    public void setMatch(final Integer[] value) {
        match = value;
    }

    /** @return the thinking time left for the match in milliseconds, or null where it is unlimited */
    public Integer getMyTimeRemainingMs() {
        return myTimeRemainingMs;
    }

    /**
     * Sets the thinking time left for the match in milliseconds, or null where it is unlimited.
     *
     * @param value as in the match
     */
    public void setMyTimeRemainingMs(final Integer value) {
        myTimeRemainingMs = value;
    }

    /** @return the opponent's thinking time left, or null where it is unlimited */
    public Integer getOpponentTimeRemainingMs() {
        return opponentTimeRemainingMs;
    }

    /**
     * Sets the opponent's thinking time left, or null where it is unlimited.
     *
     * @param value as in the match
     */
    public void setOpponentTimeRemainingMs(final Integer value) {
        opponentTimeRemainingMs = value;
    }

    /** @return the points won in the match so far */
    public int getMyPointsTotal() {
        return myPointsTotal;
    }

    /**
     * Sets the points won in the match so far.
     *
     * @param value as in the match
     */
    public void setMyPointsTotal(final int value) {
        myPointsTotal = value;
    }

    /** @return the opponent's points so far */
    public int getOpponentPointsTotal() {
        return opponentPointsTotal;
    }

    /**
     * Sets the opponent's points so far.
     *
     * @param value as in the match
     */
    public void setOpponentPointsTotal(final int value) {
        opponentPointsTotal = value;
    }

    /** @return the number of the round, from 1 */
    public int getCurrentRound() {
        return currentRound;
    }

    /**
     * Sets the number of the round, from 1.
     *
     * @param value as in the match
     */
    public void setCurrentRound(final int value) {
        currentRound = value;
    }

    /** @return whether the match is over */
    public boolean isGameEnded() {
        return gameEnded;
    }

    /**
     * Sets whether the match is over.
     *
     * @param value as in the match
     */
    public void setGameEnded(final boolean value) {
        gameEnded = value;
    }

    /** @return the victory cards that are bid for, the newest last */
    public Integer[] getLot() {
        return lot;
    }

    /**
     * Sets the victory cards that are bid for, the newest last.
     *
     * @param value as in the match
     */
    public void setLot(final Integer[] value) {
        lot = value;
    }

    /** @return the victory card of the next turn, or null on the last turn of a round */
    public Integer getNextVictoryCard() {
        return nextVictoryCard;
    }

    /**
     * Sets the victory card of the next turn, or null on the last turn of a round.
     *
     * @param value as in the match
     */
    public void setNextVictoryCard(final Integer value) {
        nextVictoryCard = value;
    }

    /** @return the victory cards to come in this round, lowest first */
    public Integer[] getDrawPile() {
        return drawPile;
    }

    /**
     * Sets the victory cards to come in this round, lowest first.
     *
     * @param value as in the match
     */
    public void setDrawPile(final Integer[] value) {
        drawPile = value;
    }

    /** @return the bidding cards left, lowest first */
    public Integer[] getMyCardsRemaining() {
        return myCardsRemaining;
    }

    /**
     * Sets the bidding cards left, lowest first.
     *
     * @param value as in the match
     */
    public void setMyCardsRemaining(final Integer[] value) {
        myCardsRemaining = value;
    }

    /** @return the opponent's bidding cards left, lowest first */
    public Integer[] getOpponentCardsRemaining() {
        return opponentCardsRemaining;
    }

    /**
     * Sets the opponent's bidding cards left, lowest first.
     *
     * @param value as in the match
     */
    public void setOpponentCardsRemaining(final Integer[] value) {
        opponentCardsRemaining = value;
    }

    /** @return the turns of this round; on the first turn of a later round, those of the round before */
    public TurnState[] getPreviousTurns() {
        return previousTurns;
    }

    /**
     * Sets the turns of this round; on the first turn of a later round, those of the round before.
     *
     * @param value as in the match
     */
    public void setPreviousTurns(final TurnState[] value) {
        previousTurns = value;
    }

    /** @return the highest card of the round in play */
    public int getHighestCardValueThisRound() {
        return match[currentRound - 1];
    }

    /** @return whether this is the first turn of the match */
    public boolean isNewGame() {
        return previousTurns.length == 0;
    }

    /** @return whether this is the first turn of a round */
    public boolean isNewRound() {
        return !gameEnded && myCardsRemaining.length == getHighestCardValueThisRound();
    }

    /** @return the turn before this one, or null on the very first */
    public TurnState getLastTurn() {
        return previousTurns.length == 0 ? null : previousTurns[previousTurns.length - 1];
    }
}
