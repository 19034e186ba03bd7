package example;

import croupier.anygame.AnyGamePlayer;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A bot of any game: looks at nothing but the legal moves, and draws one. The view has the fields of the
 * rules page.
 */
public class Chancer implements AnyGamePlayer {
    private final Random random = new Random();

    @Override
    public void start(final Map<String, Object> view, final long seed) {
        random.setSeed(seed);
    }

    @Override
    public Object choose(final Map<String, Object> view, final List<Object> legal) {
        return legal.get(random.nextInt(legal.size()));
    }
}
