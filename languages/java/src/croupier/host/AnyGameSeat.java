package croupier.host;

import croupier.anygame.AnyGamePlayer;
import java.util.List;
import java.util.Map;

/** Any game for a player that takes views and moves as JSON says them. */
final class AnyGameSeat extends Seat {
    private final AnyGamePlayer player;

    AnyGameSeat(final AnyGamePlayer player) {
        this.player = player;
    }

    @Override
    boolean wantsLegal() {
        return true;
    }

    @Override
    void start(final Message message) {
        player.start(view(message), message.seed);
    }

    @Override
    String ask(final Message message, final JsonWriter move) throws Unfit {
        final List<Object> legal = JsonTree.list(message.legal());
        JsonTree.write(player.choose(view(message), legal), move);
        return null;
    }

    @Override
    void end(final Message message) {
        player.end(view(message));
    }

    private static Map<String, Object> view(final Message message) {
        return JsonTree.object(message.view());
    }
}
