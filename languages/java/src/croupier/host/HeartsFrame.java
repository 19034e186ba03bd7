package croupier.host;

import croupier.hearts.HeartsCard;
import croupier.hearts.HeartsView;
import java.util.ArrayList;
import java.util.List;

/** Views of Hearts in bytes. What the bytes do not say follows from the tricks. */
final class HeartsFrame {
    private byte[] bytes;
    private int at;

    /** The view that begins here. */
    HeartsView view(final byte[] frame, final int from, final String memory) {
        bytes = frame;
        at = from;
        final HeartsView.Shown shown = new HeartsView.Shown();
        shown.memory = memory == null ? "" : memory;
        shown.seat = next();
        final int seats = next();
        // Who is to move and who has forfeited are nobody's question here.
        at += 2;
        shown.deal = four();
        four();
        shown.scores = new int[seats];
        for (int seat = 0; seat < seats; seat++) {
            shown.scores[seat] = four();
        }
        shown.hand = cards(next());
        shown.points = new int[seats];
        for (int left = next(); left > 0; left--) {
            final List<HeartsView.Play> trick = trick(seats, seats);
            shown.tricks.add(trick);
            count(trick, shown);
        }
        shown.trick = trick(next(), seats);
        return new HeartsView(shown);
    }

    /** The eight bytes behind the view that was read last. */
    long seed() {
        return (four() & 0xFFFF_FFFFL) | (long) four() << 32;
    }

    private int next() {
        return bytes[at++];
    }

    private int four() {
        at += 4;
        return Channel.whole(bytes, at - 4);
    }

    private List<HeartsCard> cards(final int count) {
        final List<HeartsCard> cards = new ArrayList<>(count);
        for (int n = 0; n < count; n++) {
            cards.add(HeartsCard.of(next()));
        }
        return cards;
    }

    /** Who led, then the cards, oldest first. */
    private List<HeartsView.Play> trick(final int count, final int seats) {
        int seat = next();
        final List<HeartsView.Play> plays = new ArrayList<>(count);
        for (int n = 0; n < count; n++) {
            plays.add(new HeartsView.Play(seat, HeartsCard.of(next())));
            seat = seat + 1 == seats ? 0 : seat + 1;
        }
        return plays;
    }

    /** The points of a finished trick go to the highest card of the suit led. */
    private static void count(final List<HeartsView.Play> trick, final HeartsView.Shown shown) {
        HeartsView.Play best = trick.get(0);
        int points = 0;
        for (int n = 0; n < trick.size(); n++) {
            final HeartsView.Play play = trick.get(n);
            points += play.card().points();
            shown.heartsBroken |= play.card().suit() == 'H';
            if (play.card().suit() == best.card().suit() && play.card().rank() > best.card().rank()) {
                best = play;
            }
        }
        shown.points[best.seat()] += points;
    }
}
