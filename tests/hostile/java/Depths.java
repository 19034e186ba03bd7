// Tries:   to overflow the stack of the host that calls it.
// Stopped: by the JVM, as an error that the host catches (languages/java).
// Told:    "StackOverflowError".
package hostile;

import croupier.nothanks.NoThanksPlayer;
import croupier.nothanks.NoThanksView;

public class Depths implements NoThanksPlayer {
    @Override
    public boolean takes(NoThanksView view) {
        return !takes(view);
    }
}
