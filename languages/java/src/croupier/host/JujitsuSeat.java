package croupier.host;

import artificialmindgames.jujitsu.core.player.PlayerStrategy;
import artificialmindgames.jujitsu.core.state.PlayState;
import artificialmindgames.jujitsu.core.state.TurnState;
import java.util.ArrayList;
import java.util.List;

/** Psychological Jujitsu for a strategy; the last call shows it the end of the match. */
final class JujitsuSeat extends Seat {
    private static final Integer[] NONE = {};

    private final PlayerStrategy strategy;
    private final JujitsuFrame frame = new JujitsuFrame();
    private int seat;
    /**
     * What was last told of the two clocks, null where nobody is timed: a match that is over is not told of
     * them again.
     */
    private Integer mine;
    private Integer theirs;

    JujitsuSeat(final PlayerStrategy strategy) {
        this.strategy = strategy;
    }

    @Override
    void start(final Message message) {
        begin(message.seat);
    }

    @Override
    String ask(final Message message, final JsonWriter out) {
        out.number(strategy.move(state(message)));
        return null;
    }

    @Override
    void end(final Message message) {
        strategy.move(state(message));
    }

    @Override
    boolean readsFrames() {
        return true;
    }

    @Override
    void startFrame(final byte[] bytes, final int from, final int to) {
        begin(bytes[from]);
    }

    @Override
    long askFrame(final byte[] bytes, final int from, final int to, final String memory) {
        final int bid = strategy.move(frame.state(bytes, from));
        // Small numbers for small bids, above and below zero.
        return (bid << 1 ^ bid >> 31) & 0xFFFF_FFFFL;
    }

    @Override
    void endFrame(final byte[] bytes, final int from, final int to) {
        strategy.move(timed(frame.state(bytes, from)));
    }

    private void begin(final int own) {
        seat = own;
        mine = null;
        theirs = null;
    }

    private PlayState state(final Message message) {
        final PlayState state = state(message.view());
        if (message.clocks.size() == 2) {
            mine = milliseconds(message.clocks.get(seat));
            theirs = milliseconds(message.clocks.get(1 - seat));
        }
        return timed(state);
    }

    private PlayState timed(final PlayState state) {
        state.setMyTimeRemainingMs(mine);
        state.setOpponentTimeRemainingMs(theirs);
        return state;
    }

    /** As the original's type has it; what is longer than 24 days is no shorter to a bot. */
    private static Integer milliseconds(final Long left) {
        return left == null ? null : Integer.valueOf((int) Math.min(left, Integer.MAX_VALUE));
    }

    private static PlayState state(final JsonReader view) {
        final PlayState state = new PlayState();
        view.open('{');
        while (view.more('}')) {
            final String key = view.key();
            switch (key) {
                case "myPointsTotal":
                    state.setMyPointsTotal(view.number());
                    break;
                case "opponentPointsTotal":
                    state.setOpponentPointsTotal(view.number());
                    break;
                case "currentRound":
                    state.setCurrentRound(view.number());
                    break;
                case "gameEnded":
                    state.setGameEnded(view.truth());
                    break;
                case "nextVictoryCard":
                    state.setNextVictoryCard(view.isNull() ? null : view.number());
                    break;
                case "previousTurns":
                    state.setPreviousTurns(turns(view));
                    break;
                case "seat":
                    view.skip();
                    break;
                default:
                    cards(state, key, view);
            }
        }
        return state;
    }

    private static void cards(final PlayState state, final String key, final JsonReader view) {
        switch (key) {
            case "match":
                state.setMatch(numbers(view));
                break;
            case "lot":
                state.setLot(numbers(view));
                break;
            case "drawPile":
                state.setDrawPile(numbers(view));
                break;
            case "myCardsRemaining":
                state.setMyCardsRemaining(numbers(view));
                break;
            case "opponentCardsRemaining":
                state.setOpponentCardsRemaining(numbers(view));
                break;
            default:
                view.skip();
        }
    }

    private static TurnState[] turns(final JsonReader view) {
        final List<TurnState> turns = new ArrayList<>();
        view.open('[');
        while (view.more(']')) {
            turns.add(turn(view));
        }
        return turns.toArray(new TurnState[0]);
    }

    private static TurnState turn(final JsonReader view) {
        final TurnState turn = new TurnState();
        view.open('{');
        while (view.more('}')) {
            switch (view.key()) {
                case "drawnVictoryCard":
                    turn.setDrawnVictoryCard(view.number());
                    break;
                case "myBid":
                    turn.setMyBid(view.number());
                    break;
                case "opponentBid":
                    turn.setOpponentBid(view.number());
                    break;
                case "myCardsWon":
                    turn.setMyCardsWon(numbers(view));
                    break;
                case "opponentCardsWon":
                    turn.setOpponentCardsWon(numbers(view));
                    break;
                case "myResponseLegal":
                    turn.setMyResponseLegal(view.truth());
                    break;
                case "opponentResponseLegal":
                    turn.setOpponentResponseLegal(view.truth());
                    break;
                default:
                    view.skip();
            }
        }
        return turn;
    }

    private static Integer[] numbers(final JsonReader view) {
        final List<Integer> numbers = new ArrayList<>();
        view.open('[');
        while (view.more(']')) {
            numbers.add(view.number());
        }
        return numbers.toArray(NONE);
    }
}
