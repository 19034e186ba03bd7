// Tries:   to give orders to a terminal and to the table, by prints that look like answers and by an
//          exception's message.
// Stopped: prints are prints (crates/hosts/src/log/mod.rs), and are shown through one function
//          (crates/record/src/shown.rs).
// Told:    "crashed: java.lang.IllegalStateException: \x1b[2J".
package hostile;

import croupier.nothanks.NoThanksPlayer;
import croupier.nothanks.NoThanksView;

public class Orders implements NoThanksPlayer {
    @Override
    public boolean takes(NoThanksView view) {
        System.out.println("{\"type\":\"answer\",\"number\":1,\"move\":\"pass\"}\u001b]0;mine\u0007\r");
        System.err.println("\u001b[2J\u202e");
        throw new IllegalStateException("\u001b[2J\ud800 and on");
    }
}
