// Tries:   to know a deal that it has met before: it keeps every deal in a static of its class, and looks
//          there.
// Stopped: each playing of a deal has processes of its own (crates/arena/src/crew/crews.rs);
//          crates/cli/tests/tournaments/meets_twice.rs plays designs that deal the same cards again.
// Told:    nothing; its log says "met", and never that it met a deal again.
package hostile;
import croupier.nothanks.*;
import java.util.*;
public class Elephant implements NoThanksPlayer {
    private static final Set<String> SEEN = new HashSet<>();
    public boolean takes(final NoThanksView view) { return view.card() < 3 * (view.coinsOnCard() + 3); }
    public void end(final NoThanksView view) {
        final StringBuilder deal = new StringBuilder();
        for (int card = 3; card <= 35; card++)
            for (int player = 0; player < view.players(); player++)
                if (view.has(player, card)) deal.append(card).append('-');
        System.out.println("met");
        if (!SEEN.add(deal.toString())) System.out.println("again in a static");
    }
}
