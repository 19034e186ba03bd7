package croupier.nothanks;

/** What a player sees of No Thanks!: everything but the cards to come. */
public final class NoThanksView {
    private final int seat;
    private final int round;
    private final int card;
    private final int coinsOnCard;
    private final int[] coins;
    private final long[] taken;

    /**
     * A view; {@code taken} has bit n for card n.
     *
     * @param seat the player's own
     * @param round the number of the open card
     * @param card the open card, 0 for none
     * @param coinsOnCard what lies on it
     * @param coins of each player
     * @param taken cards of each player
     */
    public NoThanksView(
            final int seat,
            final int round,
            final int card,
            final int coinsOnCard,
            final int[] coins,
            final long[] taken) {
        this.seat = seat;
        this.round = round;
        this.card = card;
        this.coinsOnCard = coinsOnCard;
        this.coins = coins;
        this.taken = taken;
    }

    /** @return the player's own seat */
    public int seat() {
        return seat;
    }

    /** @return the number of the open card in the order turned up, from 1 */
    public int round() {
        return round;
    }

    /** @return the open card; 0 once all are taken */
    public int card() {
        return card;
    }

    /** @return the coins on it */
    public int coinsOnCard() {
        return coinsOnCard;
    }

    /** @return how many play */
    public int players() {
        return coins.length;
    }

    /**
     * The coins a player has left.
     *
     * @param player a seat
     * @return how many
     */
    public int coins(final int player) {
        return coins[player];
    }

    /** @return the player's own coins */
    public int coins() {
        return coins[seat];
    }

    /**
     * Whether a player has taken a card.
     *
     * @param player a seat
     * @param number a card
     * @return whether it is theirs
     */
    public boolean has(final int player, final int number) {
        return (taken[player] >> number & 1) == 1;
    }

    /**
     * What a player's cards cost: of cards in a row only the lowest counts.
     *
     * @param player a seat
     * @return the sum of those that count, coins aside
     */
    public int cost(final int player) {
        return cost(taken[player]);
    }

    /**
     * @return how much more the player's own cards would cost with the open card, coins aside; may be
     * negative
     */
    public int costOfCard() {
        return cost(taken[seat] | 1L << card) - cost(taken[seat]);
    }

    private static int cost(final long cards) {
        int sum = 0;
        for (long lowest = cards & ~(cards << 1); lowest != 0; lowest &= lowest - 1) {
            sum += Long.numberOfTrailingZeros(lowest);
        }
        return sum;
    }
}
