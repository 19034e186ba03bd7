package croupier.host;

/** What Score Four's host looks at in a view. */
final class ScoreFourView {
    /** Nobody has won. */
    static final int NOBODY = -1;
    private static final int SIDE = 4;

    /** Whether there is a last bead. */
    boolean hasLast;
    /** Its row. */
    int lastRow;
    /** Its column. */
    int lastColumn;
    /** The seat that has won, or {@link #NOBODY}. */
    int winner;

    private final String[][] board = new String[SIDE][SIDE];

    void read(final JsonReader view) {
        view.open('{');
        while (view.more('}')) {
            switch (view.key()) {
                case "last":
                    last(view);
                    break;
                case "winner":
                    winner = view.isNull() ? NOBODY : view.number();
                    break;
                case "board":
                    board(view);
                    break;
                default:
                    view.skip();
            }
        }
    }

    /** Reads of a view in bytes what is looked at before a move: the last bead. */
    void read(final byte[] bytes, final int from) {
        final int peg = bytes[from + 3];
        hasLast = peg >= 0;
        lastRow = peg / 4;
        lastColumn = peg % 4;
    }

    private void last(final JsonReader view) {
        hasLast = !view.isNull();
        if (!hasLast) {
            return;
        }
        view.open('{');
        while (view.more('}')) {
            if (view.key().equals("row")) {
                lastRow = view.number();
            } else {
                lastColumn = view.number();
            }
        }
    }

    private void board(final JsonReader view) {
        view.open('[');
        for (int level = 0; view.more(']'); level++) {
            view.open('[');
            for (int row = 0; view.more(']'); row++) {
                board[level][row] = view.text();
            }
        }
    }

    /** Whether four beads of one colour lie in a line; a game without one was given up. */
    boolean hasLine() {
        for (int cell = 0; cell < SIDE * SIDE * SIDE; cell++) {
            for (int way = 14; way < 27; way++) {
                if (lineFrom(cell, way / 9 - 1, way / 3 % 3 - 1, way % 3 - 1)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean lineFrom(final int cell, final int up, final int down, final int right) {
        final char first = at(cell / 16, cell / 4 % 4, cell % 4);
        boolean line = first != '.';
        for (int n = 1; n < SIDE && line; n++) {
            line = at(cell / 16 + n * up, cell / 4 % 4 + n * down, cell % 4 + n * right) == first;
        }
        return line;
    }

    private char at(final int level, final int row, final int column) {
        // Outside, the lowest two bits change a number below 0 or above 3.
        final boolean inside = (level & 3) == level && (row & 3) == row && (column & 3) == column;
        return inside ? board[level][row].charAt(column) : '.';
    }
}
