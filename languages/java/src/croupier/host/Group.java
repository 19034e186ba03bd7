package croupier.host;

import java.util.ArrayList;
import java.util.List;

/**
 * Plays many games at once: the questions of all come in one message, and so do their answers. Each game has
 * a place, with an instance of the bot. What goes wrong in any of them is told in place of the answers; the
 * table then plays those games again, one by one.
 */
final class Group {
    private static final int LENGTH = 4;
    /** Length, kind and place of a frame within a frame. */
    private static final int HEAD = LENGTH + 5;

    private final Channel channel;
    private final Seats seats;
    private final Message message;
    private final List<Place> places = new ArrayList<>();

    /** One of the games. */
    private static final class Place {
        private Seat seat = new NoSeat();
        private long match = -1;
        private int turn;
        private boolean over;
        /** What the bot threw where it was not asked; told in place of the next answers. */
        private Throwable owed;

        /** It is in hand now. */
        private void take() {
            Marks.at(match, turn, over);
        }
    }

    Group(final Channel channel, final Seats seats, final Message message) {
        this.channel = channel;
        this.seats = seats;
        this.message = message;
    }

    /** Serves the channel's frame; false where it is not of many games. */
    boolean serve() {
        if (channel.kind() == 'Q') {
            answerAll();
            return true;
        }
        if (channel.kind() != 'G') {
            return false;
        }
        final byte[] bytes = channel.bytes();
        final int from = channel.start() + LENGTH;
        tell(place(Channel.whole(bytes, channel.start())), bytes[from + LENGTH], from + LENGTH + 1);
        return true;
    }

    private Place place(final int number) {
        while (places.size() <= number) {
            places.add(new Place());
        }
        return places.get(number);
    }

    private void answerAll() {
        final byte[] bytes = channel.bytes();
        final JsonWriter out = channel.begin('Q');
        int number = 0;
        try {
            int end;
            for (int at = channel.start(); at < channel.stop(); at = end) {
                end = at + LENGTH + Channel.whole(bytes, at);
                number = Channel.whole(bytes, at + LENGTH + 1);
                out.binary(answer(place(number), at + HEAD, end), 8);
            }
        } catch (Throwable thrown) {
            Faults.tell(channel, number, thrown);
            return;
        }
        channel.send();
    }

    /** The code of the answer to one question; one that is no plain code cannot be told among others. */
    private long answer(final Place place, final int from, final int to) throws Throwable {
        place.turn++;
        place.take();
        if (place.owed != null) {
            throw place.owed;
        }
        final long code = place.seat.askFrame(channel.bytes(), from, to, null);
        if (code == Seat.NO_CODE || place.seat.left() != null) {
            throw new Unfit("an answer that is not told among others");
        }
        return code;
    }

    /** A game begins or is over, which nobody answers. */
    private void tell(final Place place, final int kind, final int from) {
        try {
            if (kind == 'J') {
                tellJson(place, from);
            } else if (kind == 'S') {
                begin(place, Channel.whole(channel.bytes(), from));
                place.seat.startFrame(channel.bytes(), from + 4, channel.stop());
            } else if (kind == 'E') {
                end(place);
                place.seat.endFrame(channel.bytes(), from + 4, channel.stop());
            }
        } catch (Throwable thrown) {
            if (place.over) {
                // The game is decided; only the log is left to tell.
                System.err.println(Faults.trace(thrown));
            } else {
                place.owed = thrown;
            }
        }
    }

    private void tellJson(final Place place, final int from) throws Throwable {
        message.read(channel.bytes(), from, channel.stop());
        if (message.type.equals("start")) {
            begin(place, message.match);
            place.seat.start(message);
        } else if (message.type.equals("end")) {
            end(place);
            place.seat.end(message);
        } else if (message.type.equals("ask")) {
            throw new Unfit("a question that is not asked among others");
        }
    }

    private void begin(final Place place, final long match) throws Throwable {
        place.match = match;
        place.turn = 0;
        place.over = false;
        place.owed = null;
        place.take();
        place.seat = new NoSeat();
        place.seat = seats.make();
    }

    private static void end(final Place place) {
        place.over = true;
        place.take();
    }
}
