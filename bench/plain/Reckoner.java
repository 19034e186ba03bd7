import croupier.nothanks.NoThanksPlayer;
import croupier.nothanks.NoThanksView;

/** Looks at every card that may come next, and at what it would cost everyone: a player that computes. */
public final class Reckoner implements NoThanksPlayer {
    private static final int LOWEST = 3;
    private static final int HIGHEST = 35;

    @Override
    public boolean takes(final NoThanksView view) {
        final long own = taken(view, view.seat());
        final long with = own | 1L << view.card();
        final double now = cost(with) - cost(own) - view.coinsOnCard();
        return now - later(view, with) + later(view, own) <= 1 + view.coinsOnCard() + 12.0 / (1 + view.coins(view.seat()));
    }

    /** What the next two cards would save in the mean, with these cards in hand. */
    private static double later(final NoThanksView view, final long held) {
        long known = 1L << view.card();
        for (int seat = 0; seat < view.players(); seat++) {
            known |= taken(view, seat);
        }
        double saved = 0;
        int ways = 0;
        for (int one = LOWEST; one <= HIGHEST; one++) {
            for (int other = LOWEST; other <= HIGHEST; other++) {
                if (one != other && (known >> one & 1) == 0 && (known >> other & 1) == 0) {
                    final long both = held | 1L << one | 1L << other;
                    saved += Math.max(0, cost(held) + Math.min(one, other) - cost(both));
                    ways++;
                }
            }
        }
        return ways == 0 ? 0 : saved / ways;
    }

    private static long taken(final NoThanksView view, final int seat) {
        long cards = 0;
        for (int card = LOWEST; card <= HIGHEST; card++) {
            cards |= view.has(seat, card) ? 1L << card : 0;
        }
        return cards;
    }

    /** The sum of the cards whose lower neighbour is not among them. */
    private static int cost(final long cards) {
        int sum = 0;
        for (long left = cards & ~(cards << 1); left != 0; left &= left - 1) {
            sum += Long.numberOfTrailingZeros(left);
        }
        return sum;
    }
}
