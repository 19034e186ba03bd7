import croupier.nothanks.NoThanksPlayer;
import croupier.nothanks.NoThanksView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * No Thanks! in plain Java, with all players in one machine: the measure for players in machines of their
 * own. Nothing protects the game from the players, and nothing is recorded. It shares no code with Croupier
 * but the types that players see. Its arguments are the number of games and a seed.
 */
public final class PlainNoThanks {
    private static final int SEATS = 4;
    private static final int LEFT_OUT = 9;

    private final NoThanksPlayer[] players = new NoThanksPlayer[SEATS];
    private final int[] coins = new int[SEATS];
    private final long[] taken = new long[SEATS];
    private int decisions;

    private PlainNoThanks() {}

    /** Plays the games, and prints how many decisions they had. */
    public static void main(final String[] args) {
        final Random luck = new Random(Long.parseLong(args[1]));
        final PlainNoThanks table = new PlainNoThanks();
        for (int seat = 0; seat < SEATS; seat++) {
            table.players[seat] = new Reckoner();
        }
        final int games = Integer.parseInt(args[0]);
        for (int game = 0; game < games; game++) {
            table.play(luck);
        }
        System.out.println(games + " games, " + table.decisions + " decisions");
    }

    private void play(final Random luck) {
        final List<Integer> deck = new ArrayList<>();
        for (int card = 3; card <= 35; card++) {
            deck.add(card);
        }
        Collections.shuffle(deck, luck);
        java.util.Arrays.fill(coins, 11);
        java.util.Arrays.fill(taken, 0);
        for (int seat = 0; seat < SEATS; seat++) {
            players[seat].start(view(seat, 0, 0, 0), luck.nextLong());
        }
        int seat = luck.nextInt(SEATS);
        for (int round = 1; round <= deck.size() - LEFT_OUT; round++) {
            seat = offer(seat, round, deck.get(round - 1));
        }
        for (int each = 0; each < SEATS; each++) {
            players[each].end(view(each, 0, 0, 0));
        }
    }

    /** Asks round the table until somebody takes the card; who did. */
    private int offer(final int first, final int round, final int card) {
        int seat = first;
        int onCard = 0;
        while (coins[seat] > 0 && !asks(seat, round, card, onCard)) {
            coins[seat]--;
            onCard++;
            seat = (seat + 1) % SEATS;
        }
        coins[seat] += onCard;
        taken[seat] |= 1L << card;
        return seat;
    }

    private boolean asks(final int seat, final int round, final int card, final int onCard) {
        decisions++;
        return players[seat].takes(view(seat, round, card, onCard));
    }

    private NoThanksView view(final int seat, final int round, final int card, final int onCard) {
        return new NoThanksView(seat, round, card, onCard, coins.clone(), taken.clone());
    }
}
