// Tries:   to compute while others think: it answers at once, and its threads spin on, where no child is to
//          be seen.
// Stopped: whoever uses a processor while another thinks is stopped until its next question
//          (crates/hosts/src/neighbours/mod.rs).
// Told:    nothing, or "late: …", or "processor time".
package hostile;

import croupier.nothanks.NoThanksPlayer;
import croupier.nothanks.NoThanksView;

public class Threads implements NoThanksPlayer {
    private boolean begun;

    @Override
    public boolean takes(NoThanksView view) {
        for (int n = 0; n < 8 && !begun; n++) {
            Thread thread = new Thread(() -> {
                while (true) {
                    Thread.onSpinWait();
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
        begun = true;
        return true;
    }
}
