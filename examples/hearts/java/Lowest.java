package example;

import croupier.hearts.HeartsCard;
import croupier.hearts.HeartsPlayer;
import croupier.hearts.HeartsView;
import java.util.Collections;
import java.util.Comparator;

/** Plays its lowest card; where it cannot follow, its dearest. */
public class Lowest implements HeartsPlayer {
    @Override
    public HeartsCard choose(final HeartsView view) {
        final boolean free = !view.trick().isEmpty()
                && view.legal().stream().noneMatch(card -> card.suit() == view.trick().get(0).card().suit());
        if (free) {
            return Collections.max(view.legal(), Comparator.comparingInt(HeartsCard::points));
        }
        return Collections.min(view.legal(), Comparator.comparingInt(HeartsCard::rank));
    }
}
