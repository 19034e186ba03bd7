// Tries:   to have the last word: it ends the JVM in the middle of a question, and a hook of the end never
//          ends.
// Stopped: by the limit of the question and by the limit of an end (crates/hosts/src/process/mod.rs).
// Told:    "late: …", or "crashed: …".
package hostile;

import croupier.nothanks.NoThanksPlayer;
import croupier.nothanks.NoThanksView;

public class LastWord implements NoThanksPlayer {
    @Override
    public boolean takes(NoThanksView view) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            while (true) {
                Thread.onSpinWait();
            }
        }));
        System.exit(0);
        return true;
    }
}
