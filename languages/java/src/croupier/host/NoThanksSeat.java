package croupier.host;

import croupier.nothanks.NoThanksPlayer;
import croupier.nothanks.NoThanksView;
import java.util.ArrayList;
import java.util.List;

/** No Thanks!, in compact frames where the table sends them. */
final class NoThanksSeat extends Seat {
    private static final int HEAD = 6;
    private static final int PER_PLAYER = 9;

    private final NoThanksPlayer player;

    NoThanksSeat(final NoThanksPlayer player) {
        this.player = player;
    }

    @Override
    boolean readsFrames() {
        return true;
    }

    @Override
    void start(final Message message) {
        player.start(view(message.view()), message.seed);
    }

    @Override
    String ask(final Message message, final JsonWriter out) {
        out.raw(player.takes(view(message.view())) ? "\"take\"" : "\"pass\"");
        return null;
    }

    @Override
    void end(final Message message) {
        player.end(view(message.view()));
    }

    @Override
    void startFrame(final byte[] bytes, final int from, final int to) {
        final int after = from + HEAD + PER_PLAYER * bytes[from + 5];
        player.start(view(bytes, from), eight(bytes, after));
    }

    @Override
    long askFrame(final byte[] bytes, final int from, final int to, final String memory) {
        return player.takes(view(bytes, from)) ? 1 : 0;
    }

    @Override
    void endFrame(final byte[] bytes, final int from, final int to) {
        player.end(view(bytes, from));
    }

    private static NoThanksView view(final byte[] bytes, final int from) {
        final int players = bytes[from + 5];
        final int[] coins = new int[players];
        final long[] taken = new long[players];
        for (int n = 0; n < players; n++) {
            final int at = from + HEAD + PER_PLAYER * n;
            coins[n] = bytes[at] & 255;
            taken[n] = eight(bytes, at + 1);
        }
        return new NoThanksView(bytes[from], bytes[from + 2] & 255, bytes[from + 3], bytes[from + 4] & 255, coins, taken);
    }

    private static long eight(final byte[] bytes, final int at) {
        return (Channel.whole(bytes, at) & 0xFFFF_FFFFL) | (long) Channel.whole(bytes, at + 4) << 32;
    }

    private static NoThanksView view(final JsonReader view) {
        int seat = 0;
        int round = 0;
        int card = 0;
        int onCard = 0;
        final List<Integer> coins = new ArrayList<>();
        final List<Long> taken = new ArrayList<>();
        view.open('{');
        while (view.more('}')) {
            switch (view.key()) {
                case "seat":
                    seat = view.number();
                    break;
                case "round":
                    round = view.number();
                    break;
                case "card":
                    card = view.isNull() ? 0 : view.number();
                    break;
                case "coins_on_card":
                    onCard = view.number();
                    break;
                case "players":
                    players(view, coins, taken);
                    break;
                default:
                    view.skip();
            }
        }
        final int[] all = coins.stream().mapToInt(Integer::intValue).toArray();
        return new NoThanksView(seat, round, card, onCard, all, taken.stream().mapToLong(Long::longValue).toArray());
    }

    private static void players(final JsonReader view, final List<Integer> coins, final List<Long> taken) {
        view.open('[');
        while (view.more(']')) {
            view.open('{');
            while (view.more('}')) {
                if (view.key().equals("coins")) {
                    coins.add(view.number());
                } else {
                    taken.add(collection(view));
                }
            }
        }
    }

    private static long collection(final JsonReader view) {
        long cards = 0;
        view.open('[');
        while (view.more(']')) {
            cards |= 1L << view.number();
        }
        return cards;
    }
}
