package ca.unbc.cpsc.corners;

import ca.unbc.cpsc.score4.enums.GameOverStatus;
import ca.unbc.cpsc.score4.interfaces.Colour;
import ca.unbc.cpsc.score4.interfaces.Location;
import ca.unbc.cpsc.score4.interfaces.Player;

/** Fills the corners first, then the middle, then the rest. */
public final class Corners implements Player {
    private static final int FULL = 4;
    private static final int[] ORDER = {0, 3, 12, 15, 5, 6, 9, 10, 1, 2, 4, 7, 8, 11, 13, 14};

    private final int[] beads = new int[16];

    private Corners() {}

    /** @return a new player */
    public static Player getAI() {
        return new Corners();
    }

    @Override
    public void reset() {
        java.util.Arrays.fill(beads, 0);
    }

    @Override
    public void noteOpponentsId(final int id) {}

    @Override
    public void startGameAs(final Colour colour) {}

    @Override
    public void opponentPlays(final Location location) {
        beads[location.getRow() * 4 + location.getColumn()]++;
    }

    @Override
    public Location requestMoveLocation() {
        for (final int peg : ORDER) {
            if (beads[peg] < FULL) {
                beads[peg]++;
                return new Peg(peg / 4, peg % 4);
            }
        }
        return null;
    }

    @Override
    public Location retry() {
        return requestMoveLocation();
    }

    @Override
    public void noteGameOver(final GameOverStatus status) {}

    private static final class Peg implements Location {
        private final int row;
        private final int column;

        Peg(final int row, final int column) {
            this.row = row;
            this.column = column;
        }

        @Override
        public int getRow() {
            return row;
        }

        @Override
        public int getColumn() {
            return column;
        }
    }
}
