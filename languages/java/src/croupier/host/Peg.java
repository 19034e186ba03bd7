package croupier.host;

import ca.unbc.cpsc.score4.interfaces.Location;

/** Where the other side has played. */
final class Peg implements Location {
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
