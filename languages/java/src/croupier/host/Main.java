package croupier.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Runs one bot in its own JVM: reads the protocol from descriptor 3, answers on descriptor 4. Standard output
 * and error are the bot's own, and go to its log.
 */
public final class Main {
    private final Channel channel;
    private final Message message = new Message();
    private Seats seats;
    private Seat seat;
    /** The games that are played at once; null where they come one after the other. */
    private Group group;
    /** What the bot threw where it was not asked; told in place of its next answer. */
    private Throwable owed;

    private Main(final Channel channel) {
        this.channel = channel;
    }

    /**
     * Plays until there are no more games.
     *
     * @param args the folder of packages behind {@code --packages}, where there is one; the jar, and the
     * class in it
     *     where one is named
     * @throws IOException where the table cannot be heard
     */
    public static void main(final String[] args) throws IOException {
        final Channel channel = new Channel(Descriptors.reading(3), Descriptors.writing(4));
        Marks.mark();
        final boolean hasPackages = args[0].equals("--packages");
        final int at = hasPackages ? 2 : 0;
        final Path packages = hasPackages ? Path.of(args[1]) : null;
        new Main(channel).serve(Path.of(args[at]), packages, args.length > at + 1 ? args[at + 1] : null);
        // A thread that the bot left behind must not keep its JVM.
        System.exit(0);
    }

    private void serve(final Path jar, final Path packages, final String name) throws IOException {
        if (!channel.next()) {
            return;
        }
        message.read(channel);
        try {
            seats = new Seats(message.game, new Jar(jar, packages), name);
            seat = seats.make();
        } catch (Throwable thrown) {
            Faults.tell(channel, 0, thrown);
            return;
        }
        hello(message.compact && seat.readsFrames());
        while (channel.next()) {
            if (channel.kind() == 'J') {
                json();
            } else if (group == null || !group.serve()) {
                frame();
            }
        }
        seat.leave();
    }

    private void hello(final boolean frames) {
        // A bot with a wish is not asked in plain frames alone.
        if (frames && message.groups && message.newEveryGame && !seat.wantsLegal() && seats.areApart()) {
            group = new Group(channel, seats, message);
        }
        channel.begin('J').raw("{\"type\":\"hello\",\"protocol\":1,\"compact\":").raw(Boolean.toString(frames))
                .raw(",\"compact_games\":").raw(Boolean.toString(frames && seat.readsGames()))
                .raw(",\"compact_memory\":").raw(Boolean.toString(frames))
                .raw(",\"marks\":true").raw(group == null ? "" : ",\"groups\":true").raw(wishes()).raw('}');
        channel.send();
        if (frames) {
            channel.useFrames();
        }
    }

    private String wishes() {
        if (seat.wantsLegal()) {
            return ",\"wants\":[\"legal\"]";
        }
        return seat.joins() ? "" : ",\"wants\":[\"beginning\"]";
    }

    private void json() {
        message.read(channel);
        try {
            switch (message.type) {
                case "ask":
                    answer();
                    break;
                case "start":
                    begin(message.match);
                    seat.start(message);
                    break;
                case "end":
                    Marks.end();
                    seat.end(message);
                    break;
                default:
            }
        } catch (Throwable thrown) {
            failed(thrown, message.type.equals("ask"), message.type.equals("end"), message.number);
        }
    }

    private void answer() throws Throwable {
        pay();
        final JsonWriter out = channel.begin('J');
        out.raw("{\"type\":\"answer\",\"number\":").number(message.number).raw(",\"move\":");
        final String memory = seat.ask(message, out);
        if (memory != null) {
            out.raw(",\"memory\":").text(memory);
        }
        out.raw('}');
        channel.send();
    }

    private void frame() {
        final byte[] bytes = channel.bytes();
        final int start = channel.start();
        final int number = Channel.whole(bytes, start);
        final int kind = channel.kind();
        try {
            if (kind == 'A') {
                answerFrame(number, start + 4, null);
            } else if (kind == 'R') {
                final int length = Channel.whole(bytes, start + 4);
                final String memory = new String(bytes, start + 8, length, StandardCharsets.UTF_8);
                answerFrame(number, start + 8 + length, memory);
            } else if (kind == 'S') {
                begin(number);
                seat.startFrame(bytes, start + 4, channel.stop());
            } else if (kind == 'E') {
                Marks.end();
                seat.endFrame(bytes, start + 4, channel.stop());
            }
        } catch (Throwable thrown) {
            failed(thrown, kind == 'A' || kind == 'R', kind == 'E', number);
        }
    }

    /** A game begins: nothing is owed from the last, and where games are apart, the bot is a new one. */
    private void begin(final long match) throws Throwable {
        owed = null;
        Marks.begin(match);
        if (!message.newEveryGame) {
            return;
        }
        final Seat last = seat;
        seat = new NoSeat();
        seat = seats.makeAfter(last);
    }

    private void answerFrame(final int number, final int from, final String memory) throws Throwable {
        pay();
        final long code = seat.askFrame(channel.bytes(), from, channel.stop(), memory);
        if (code == Seat.NO_CODE) {
            final JsonWriter out = channel.begin('J');
            out.raw("{\"type\":\"answer\",\"number\":").number(number).raw(",\"move\":");
            seat.write(out);
            out.raw('}');
            channel.send();
            return;
        }
        final String left = seat.left();
        final JsonWriter out = channel.begin(left == null ? 'M' : 'K').binary(number, 4).binary(code, 8);
        if (left != null) {
            for (final byte sign : left.getBytes(StandardCharsets.UTF_8)) {
                out.raw(sign);
            }
        }
        channel.send();
    }

    /** A question has come: what was thrown where nobody asked is paid for now. */
    private void pay() throws Throwable {
        Marks.ask();
        if (owed != null) {
            throw owed;
        }
    }

    private void failed(final Throwable thrown, final boolean asked, final boolean over, final int number) {
        if (asked) {
            Faults.tell(channel, number, thrown);
            owed = null;
        } else if (over) {
            // The game is decided; only the log is left to tell.
            System.err.println(Faults.trace(thrown));
        } else {
            owed = thrown;
        }
    }
}
