package croupier.host;

import croupier.hearts.HeartsCard;
import croupier.hearts.HeartsPlayer;
import croupier.hearts.HeartsView;
import java.util.ArrayList;
import java.util.List;

/** Hearts. */
final class HeartsSeat extends Seat {
    private final HeartsPlayer player;
    private final HeartsFrame frame = new HeartsFrame();
    private String left;

    HeartsSeat(final HeartsPlayer player) {
        this.player = player;
    }

    @Override
    void start(final Message message) {
        player.start(view(message), message.seed);
    }

    @Override
    String ask(final Message message, final JsonWriter out) throws Unfit {
        final HeartsView view = view(message);
        final HeartsCard card = player.choose(view);
        if (card == null) {
            throw new Unfit("choose returned null");
        }
        out.text(card.toString());
        return view.memory().equals(message.memory == null ? "" : message.memory) ? null : view.memory();
    }

    @Override
    void end(final Message message) {
        player.end(view(message));
    }

    @Override
    boolean readsFrames() {
        return true;
    }

    @Override
    void startFrame(final byte[] bytes, final int from, final int to) {
        player.start(frame.view(bytes, from, null), frame.seed());
    }

    @Override
    long askFrame(final byte[] bytes, final int from, final int to, final String memory) throws Unfit {
        left = null;
        final HeartsView view = frame.view(bytes, from, memory);
        final HeartsCard card = player.choose(view);
        if (card == null) {
            throw new Unfit("choose returned null");
        }
        left = view.memory().equals(memory == null ? "" : memory) ? null : view.memory();
        return card.number();
    }

    @Override
    String left() {
        return left;
    }

    @Override
    void endFrame(final byte[] bytes, final int from, final int to) {
        player.end(frame.view(bytes, from, null));
    }

    private static HeartsView view(final Message message) {
        final JsonReader view = message.view();
        final HeartsView.Shown shown = new HeartsView.Shown();
        shown.memory = message.memory == null ? "" : message.memory;
        view.open('{');
        while (view.more('}')) {
            switch (view.key()) {
                case "seat":
                    shown.seat = view.number();
                    break;
                case "deal":
                    shown.deal = view.number();
                    break;
                case "hand":
                    shown.hand = cards(view);
                    break;
                case "trick":
                    shown.trick = trick(view);
                    break;
                case "tricks":
                    shown.tricks = tricks(view);
                    break;
                case "hearts_broken":
                    shown.heartsBroken = view.truth();
                    break;
                case "points":
                    shown.points = numbers(view);
                    break;
                case "scores":
                    shown.scores = numbers(view);
                    break;
                default:
                    view.skip();
            }
        }
        return new HeartsView(shown);
    }

    private static List<HeartsCard> cards(final JsonReader view) {
        final List<HeartsCard> cards = new ArrayList<>();
        view.open('[');
        while (view.more(']')) {
            cards.add(HeartsCard.of(view.text()));
        }
        return cards;
    }

    private static List<List<HeartsView.Play>> tricks(final JsonReader view) {
        final List<List<HeartsView.Play>> tricks = new ArrayList<>();
        view.open('[');
        while (view.more(']')) {
            tricks.add(trick(view));
        }
        return tricks;
    }

    private static List<HeartsView.Play> trick(final JsonReader view) {
        final List<HeartsView.Play> plays = new ArrayList<>(4);
        view.open('[');
        while (view.more(']')) {
            int seat = 0;
            HeartsCard card = null;
            view.open('{');
            while (view.more('}')) {
                if (view.key().equals("seat")) {
                    seat = view.number();
                } else {
                    card = HeartsCard.of(view.text());
                }
            }
            plays.add(new HeartsView.Play(seat, card));
        }
        return plays;
    }

    private static int[] numbers(final JsonReader view) {
        final List<Integer> numbers = new ArrayList<>(4);
        view.open('[');
        while (view.more(']')) {
            numbers.add(view.number());
        }
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }
}
