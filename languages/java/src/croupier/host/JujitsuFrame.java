package croupier.host;

import artificialmindgames.jujitsu.core.state.PlayState;
import artificialmindgames.jujitsu.core.state.TurnState;
import java.util.ArrayList;
import java.util.List;

/** Views of Psychological Jujitsu in bytes. What a turn won follows from its bids and those before it. */
final class JujitsuFrame {
    private static final Integer[] NONE = {};

    private byte[] bytes;
    private int at;

    /** The view that begins here. */
    PlayState state(final byte[] frame, final int from) {
        bytes = frame;
        at = from + 1;
        final PlayState state = new PlayState();
        state.setCurrentRound(next());
        state.setGameEnded(next() == 1);
        final int victory = next();
        state.setNextVictoryCard(victory < 0 ? null : Integer.valueOf(victory));
        state.setMyPointsTotal(four());
        state.setOpponentPointsTotal(four());
        state.setMyCardsRemaining(set());
        state.setOpponentCardsRemaining(set());
        state.setDrawPile(set());
        state.setMatch(row());
        state.setLot(row());
        state.setPreviousTurns(turns());
        return state;
    }

    private int next() {
        return bytes[at++];
    }

    private int four() {
        at += 4;
        return Channel.whole(bytes, at - 4);
    }

    private Integer[] set() {
        final long cards = (four() & 0xFFFF_FFFFL) | (long) four() << 32;
        final Integer[] numbers = new Integer[Long.bitCount(cards)];
        long left = cards;
        for (int n = 0; n < numbers.length; n++) {
            numbers[n] = Long.numberOfTrailingZeros(left);
            left &= left - 1;
        }
        return numbers;
    }

    private Integer[] row() {
        final Integer[] numbers = new Integer[next()];
        for (int n = 0; n < numbers.length; n++) {
            numbers[n] = next();
        }
        return numbers;
    }

    private TurnState[] turns() {
        final TurnState[] turns = new TurnState[next()];
        final List<Integer> atStake = new ArrayList<>();
        for (int n = 0; n < turns.length; n++) {
            final int mine = next();
            final int theirs = next();
            final int drawn = next();
            final int legal = next();
            atStake.add(drawn);
            final Integer[] lot = atStake.toArray(NONE);
            final TurnState turn = new TurnState();
            turn.setMyBid(mine);
            turn.setOpponentBid(theirs);
            turn.setDrawnVictoryCard(drawn);
            turn.setMyCardsWon(mine > theirs ? lot : NONE);
            turn.setOpponentCardsWon(theirs > mine ? lot : NONE);
            turn.setMyResponseLegal((legal & 1) == 1);
            turn.setOpponentResponseLegal((legal & 2) == 2);
            if (mine != theirs) {
                atStake.clear();
            }
            turns[n] = turn;
        }
        return turns;
    }
}
