package artificialmindgames.jujitsu.core.state;

/** A turn that is over. */
public class TurnState {
    private int drawnVictoryCard;
    private int myBid;
    private int opponentBid;
    private Integer[] myCardsWon = {};
    private Integer[] opponentCardsWon = {};
    private boolean myResponseLegal;
    private boolean opponentResponseLegal;

    /** Nothing is set yet. */
    public TurnState() {}

    /**
     * Everything is set, in the order of the keys of a request.
     *
     * @param drawnVictoryCard the victory card that was new in this turn
     * @param myBid the card that was bid
     * @param opponentBid the opponent's bid
     * @param myCardsWon the victory cards won; empty on a tie
     * @param opponentCardsWon those that the opponent won
     * @param myResponseLegal whether the bid was the player's own; if not, chance bid
     * @param opponentResponseLegal whether the opponent's bid was its own
     */
    public TurnState(final int drawnVictoryCard, final int myBid, final int opponentBid, final Integer[] myCardsWon,
            final Integer[] opponentCardsWon, final boolean myResponseLegal, final boolean opponentResponseLegal) {
        this.drawnVictoryCard = drawnVictoryCard;
        this.myBid = myBid;
        this.opponentBid = opponentBid;
        this.myCardsWon = myCardsWon;
        this.opponentCardsWon = opponentCardsWon;
        this.myResponseLegal = myResponseLegal;
        this.opponentResponseLegal = opponentResponseLegal;
    }

    /** @return the victory card that was new in this turn */
    public int getDrawnVictoryCard() {
        return drawnVictoryCard;
    }

    /**
     * Sets the victory card that was new in this turn.
     *
     * @param value as in the match
     */
    public void setDrawnVictoryCard(final int value) {
        drawnVictoryCard = value;
    }

    /** @return the card that was bid */
    public int getMyBid() {
        return myBid;
    }

    /**
     * Sets the card that was bid.
     *
     * @param value as in the match
     */
    public void setMyBid(final int value) {
        myBid = value;
    }

    /** @return the opponent's bid */
    public int getOpponentBid() {
        return opponentBid;
    }

    /**
     * Sets the opponent's bid.
     *
     * @param value as in the match
     */
    public void setOpponentBid(final int value) {
        opponentBid = value;
    }

    /** @return the victory cards won; empty on a tie */
    public Integer[] getMyCardsWon() {
        return myCardsWon;
    }

    /**
     * Sets the victory cards won; empty on a tie.
     *
     * @param value as in the match
     */
    public void setMyCardsWon(final Integer[] value) {
        myCardsWon = value;
    }

    /** @return the victory cards the opponent won; empty on a tie */
    public Integer[] getOpponentCardsWon() {
        return opponentCardsWon;
    }

    /**
     * Sets the victory cards the opponent won; empty on a tie.
     *
     * @param value as in the match
     */
    public void setOpponentCardsWon(final Integer[] value) {
        opponentCardsWon = value;
    }

    /** @return whether the bid was the player's own; if not, chance bid */
    public boolean isMyResponseLegal() {
        return myResponseLegal;
    }

    /**
     * Sets whether the bid was the player's own; if not, chance bid.
     *
     * @param value as in the match
     */
    public void setMyResponseLegal(final boolean value) {
        myResponseLegal = value;
    }

    /** @return whether the opponent's bid was its own */
    public boolean isOpponentResponseLegal() {
        return opponentResponseLegal;
    }

    /**
     * Sets whether the opponent's bid was its own.
     *
     * @param value as in the match
     */
    public void setOpponentResponseLegal(final boolean value) {
        opponentResponseLegal = value;
    }
}
