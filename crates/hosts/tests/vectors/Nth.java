import croupier.anygame.AnyGamePlayer;
import java.util.List;
import java.util.Map;

/**
 * Goes through the legal moves of a position, one with each question, and then answers with the view itself.
 */
public class Nth implements AnyGamePlayer {
    private int asked;

    @Override
    public void start(final Map<String, Object> view, final long seed) {
        asked = 0;
    }

    @Override
    public Object choose(final Map<String, Object> view, final List<Object> legal) {
        return asked < legal.size() ? legal.get(asked++) : view;
    }
}
