// Tries:   to think for ever: where a move belongs it writes a byte every 20 ms on every way out that it finds.
// Stopped: by the one limit of a question, which bytes do not renew (crates/hosts/src/wait.rs).
// Told:    "late: thought for …; 0.10 s are allowed".
package ca.unbc.cpsc.hostile;

import ca.unbc.cpsc.score4.enums.GameOverStatus;
import ca.unbc.cpsc.score4.interfaces.Colour;
import ca.unbc.cpsc.score4.interfaces.Location;
import ca.unbc.cpsc.score4.interfaces.Player;
import java.io.FileOutputStream;
import java.io.IOException;

public class Drip implements Player {
    public void reset() {}

    public void noteOpponentsId(int id) {}

    public void startGameAs(Colour colour) {}

    public void opponentPlays(Location location) {}

    public Location requestMoveLocation() {
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

    public Location retry() {
        return requestMoveLocation();
    }

    public void noteGameOver(GameOverStatus status) {}
}
