package croupier.host;

import artificialmindgames.jujitsu.core.player.starterbots.DrawCardStarterBot;
import com.orchestral.shark.lib.LastCardMoveChecker;
import croupier.hearts.HeartsView;
import croupier.nothanks.NoThanksView;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.jar.JarFile;

/** Uses what every bot's host uses, once, so that a JVM can write down the classes it needed. Plays no game. */
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
        final String jar = System.getProperty("java.class.path");
        try (JarFile file = new JarFile(jar);
                URLClassLoader loader = new URLClassLoader(new URL[] {new java.io.File(jar).toURI().toURL()})) {
            file.getManifest();
            file.stream().map(entry -> entry.getName()).sorted().count();
            loader.getResource("none");
        }
        for (final Class<?> used : List.of(Main.class, Seats.class, LastCardSeat.class, ScoreFourSeat.class,
                JujitsuSeat.class, NoThanksSeat.class, HeartsSeat.class, Bead.class, Peg.class, Descriptors.class,
                ScoreFourView.class, DrawCardStarterBot.class, LastCardMoveChecker.class, HeartsView.class,
                NoThanksView.class, Finder.class, Jar.class)) {
            Class.forName(used.getName());
        }
    }
}
