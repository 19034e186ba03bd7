// Tries:   to think for ever: where a move belongs it writes a byte every 20 ms on every way out that it
//          finds.
// Stopped: by the one limit of a question, which bytes do not renew (crates/hosts/src/wait/mod.rs).
// Told:    "late: thought for …; 0.05 s are allowed".
package hostile;

import croupier.nothanks.NoThanksPlayer;
import croupier.nothanks.NoThanksView;
import java.io.FileOutputStream;
import java.io.IOException;

public class Drip implements NoThanksPlayer {
    @Override
    public boolean takes(NoThanksView view) {
        while (true) {
            for (int descriptor = 3; descriptor < 10; descriptor++) {
                try (FileOutputStream out = new FileOutputStream("/proc/self/fd/" + descriptor)) {
                    out.write('.');
                } catch (IOException refused) {
                    // No way out.
                }
            }
            try {
                Thread.sleep(20);
            } catch (InterruptedException again) {
                // On it goes.
            }
        }
    }
}
