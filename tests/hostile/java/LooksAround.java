// Tries:   to read the plan, other bots and other processes, to start a program and to open a connection,
//          from a JVM.
// Stopped: by the same cell as every other bot (crates/hosts/src/cell).
// Told:    nothing; its log says "kept out".
package hostile;

import croupier.nothanks.NoThanksPlayer;
import croupier.nothanks.NoThanksView;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.ServerSocket;

public class LooksAround implements NoThanksPlayer {
    private boolean looked;

    @Override
    public boolean takes(NoThanksView view) {
        if (!looked) {
            looked = true;
            StringBuilder found = new StringBuilder();
            String[] files = {"plan.toml", "../plan.toml", "honest.py", "logs/record.croupier", "/etc/shadow"};
            for (String file : files) {
                try (FileInputStream in = new FileInputStream(file)) {
                    if (in.read() >= 0) {
                        found.append(' ').append(file);
                    }
                } catch (IOException refused) {
                    // Kept out.
                }
            }
            try (ServerSocket socket = new ServerSocket(0)) {
                found.append(" port ").append(socket.getLocalPort());
            } catch (IOException refused) {
                // Kept out.
            }
            System.out.println(found.length() == 0 ? "kept out" : "GOT IN:" + found);
        }
        return true;
    }
}
