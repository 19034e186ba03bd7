package artificialmindgames.jujitsu.quickplay;

import artificialmindgames.jujitsu.core.player.PlayerStrategy;
import artificialmindgames.jujitsu.core.state.PlayState;
import artificialmindgames.jujitsu.core.state.TurnState;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The match that {@link Quickplay} plays: the rules in short, for trying a strategy without a tournament. */
final class QuickMatch {
    private final PlayerStrategy[] players;
    private final String[] names;
    private final Integer[] rounds;
    private final Random chance;
    private final int[] points = new int[2];
    private final List<List<Integer>> hands = List.of(new ArrayList<>(), new ArrayList<>());
    private final List<Integer> pile = new ArrayList<>();
    private final List<Integer> lot = new ArrayList<>();
    private final List<List<TurnState>> turns = List.of(new ArrayList<>(), new ArrayList<>());
    private int round;

    QuickMatch(final PlayerStrategy one, final PlayerStrategy other, final Integer[] rounds, final Random chance) {
        players = new PlayerStrategy[] {one, other};
        names = new String[] {one.getClass().getSimpleName(), other.getClass().getSimpleName()};
        this.rounds = rounds.clone();
        this.chance = chance;
    }

    void play(final PrintStream out) {
        out.println("New game between " + names[0] + " and " + names[1] + " with rounds " + Arrays.toString(rounds));
        for (round = 1; round <= rounds.length; round++) {
            playRound(out);
        }
        round = rounds.length;
        for (int seat = 0; seat < 2; seat++) {
            players[seat].move(state(seat, true));
        }
        out.println("Game ended. " + names[0] + " got " + points[0] + " points and " + names[1] + " got " + points[1]
                + " points");
    }

    private void playRound(final PrintStream out) {
        final int cards = rounds[round - 1];
        out.println("Starting new round with N=" + cards);
        for (int card = 1; card <= cards; card++) {
            pile.add(card);
            hands.get(0).add(card);
            hands.get(1).add(card);
        }
        Collections.shuffle(pile, chance);
        lot.clear();
        for (int turn = 0; turn < cards; turn++) {
            lot.add(pile.remove(0));
            // Both bids are chosen from the same picture.
            final int[] bids = {players[0].move(state(0, false)), players[1].move(state(1, false))};
            if (turn == 0) {
                turns.forEach(List::clear);
            }
            settle(bids, out);
        }
    }

    private void settle(final int[] bids, final PrintStream out) {
        final boolean[] legal = {false, false};
        for (int seat = 0; seat < 2; seat++) {
            final List<Integer> hand = hands.get(seat);
            legal[seat] = hand.contains(bids[seat]);
            if (!legal[seat]) {
                bids[seat] = hand.get(chance.nextInt(hand.size()));
            }
            hand.remove(Integer.valueOf(bids[seat]));
        }
        final int card = lot.get(lot.size() - 1);
        final List<List<Integer>> won = List.of(won(bids[0] > bids[1]), won(bids[1] > bids[0]));
        if (bids[0] != bids[1]) {
            lot.clear();
        }
        for (int seat = 0; seat < 2; seat++) {
            points[seat] += won.get(seat).stream().mapToInt(Integer::intValue).sum();
            turns.get(seat).add(turn(seat, card, bids, won, legal));
        }
        out.println("VC: " + card + told(0, bids, won) + told(1, bids, won));
    }

    private List<Integer> won(final boolean wins) {
        return wins ? new ArrayList<>(lot) : List.of();
    }

    private String told(final int seat, final int[] bids, final List<List<Integer>> won) {
        return " -- " + names[seat] + " bid " + bids[seat] + " won " + won.get(seat);
    }

    private static TurnState turn(
            final int seat, final int card, final int[] bids, final List<List<Integer>> won, final boolean[] legal) {
        return new TurnState(card, bids[seat], bids[1 - seat], array(won.get(seat)), array(won.get(1 - seat)),
                legal[seat], legal[1 - seat]);
    }

    private PlayState state(final int seat, final boolean over) {
        final PlayState state = new PlayState();
        state.setMatch(rounds.clone());
        state.setMyPointsTotal(points[seat]);
        state.setOpponentPointsTotal(points[1 - seat]);
        state.setCurrentRound(round);
        state.setGameEnded(over);
        state.setLot(array(lot));
        state.setNextVictoryCard(pile.isEmpty() ? null : pile.get(0));
        final List<Integer> sorted = new ArrayList<>(pile);
        Collections.sort(sorted);
        state.setDrawPile(array(sorted));
        state.setMyCardsRemaining(array(hands.get(seat)));
        state.setOpponentCardsRemaining(array(hands.get(1 - seat)));
        state.setPreviousTurns(turns.get(seat).toArray(new TurnState[0]));
        return state;
    }

    private static Integer[] array(final List<Integer> numbers) {
        return numbers.toArray(new Integer[0]);
    }
}
