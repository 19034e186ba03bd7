package example;

import croupier.nothanks.NoThanksPlayer;
import croupier.nothanks.NoThanksView;

/** Takes a card once the coins on it pay for half of what it costs. */
public class Bargain implements NoThanksPlayer {
    @Override
    public boolean takes(final NoThanksView view) {
        return view.coins() == 0 || view.costOfCard() <= 2 * view.coinsOnCard();
    }
}
