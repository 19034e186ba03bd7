// Tries:   to hold all memory there is: objects, memory outside the heap, and names of classes.
// Stopped: by the heap that its JVM is given, and by the limit of its cell.
// Told:    "OutOfMemoryError", or "out of memory", or "late: …".
package hostile;

import croupier.nothanks.NoThanksPlayer;
import croupier.nothanks.NoThanksView;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

public class Hoard implements NoThanksPlayer {
    private static final List<Object> HELD = new ArrayList<>();

    @Override
    public boolean takes(NoThanksView view) {
        while (true) {
            HELD.add(new long[1 << 20]);
            HELD.add(ByteBuffer.allocateDirect(1 << 20));
        }
    }
}
