package croupier.host;

import artificialmindgames.jujitsu.core.player.starterbots.DrawCardStarterBot;
import com.orchestral.shark.lib.LastCardMoveChecker;
import croupier.hearts.HeartsView;
import croupier.nothanks.NoThanksView;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Uses what every bot's host uses, once, so that a JVM can write down the classes it needed. Plays no game.
 */
public final class WarmUp {
    private WarmUp() {}

    /**
     * Loads and leaves.
     *
     * @param args not used
     * @throws Exception where a class is missing
     */
    public static void main(final String[] args) throws Exception {
        final String line = "{\"type\":\"ask\",\"number\":1,\"view\":{\"hand\":[\"8D\"],\"last_played\":\"8S\",\"players\":"
                + "[{\"cards\":1}],\"chosen_suit\":null,\"x\":\"\\n\",\"y\":1.5},\"compact\":true}\n";
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final Channel channel =
                new Channel(new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8)), out);
        channel.next();
        final Message message = new Message().read(channel);
        LastCardText.state(message.view());
        channel.begin('J').text("warm").number(12);
        channel.send();
        Faults.trace(new Unfit("warm"));
        Descriptors.reading(0);
        Descriptors.writing(1);
        new Jar(Path.of(System.getProperty("java.class.path")), null).alone("croupier.host.Peg");
        seat("last-card");
        seat("score-four");
        seat("no-thanks");
        for (final Class<?> used : List.of(Main.class, Seats.class, LastCardSeat.class, ScoreFourSeat.class,
                JujitsuSeat.class, NoThanksSeat.class, HeartsSeat.class, Bead.class, Peg.class, Descriptors.class,
                ScoreFourView.class, DrawCardStarterBot.class, LastCardMoveChecker.class, HeartsView.class,
                NoThanksView.class, Finder.class, Jar.class, BotClasses.class)) {
            Class.forName(used.getName());
        }
    }

    /** Looks through the kit's own jar, which holds no bot. */
    private static void seat(final String game) throws Exception {
        try {
            new Seats(game, new Jar(Path.of(System.getProperty("java.class.path")), null), null).make();
        } catch (Throwable nobody) {
            Faults.message(Faults.cause(nobody));
        }
    }
}
