package ca.unbc.cpsc.score4.interfaces;

/** A peg. */
public interface Location {
    /** The highest row. */
    int MAX_ROW = 3;
    /** The lowest row. */
    int MIN_ROW = 0;
    /** The highest column. */
    int MAX_COLUMN = 3;
    /** The lowest column. */
    int MIN_COLUMN = 0;

    /** @return the row, {@link #MIN_ROW} to {@link #MAX_ROW} */
    int getRow();

    /** @return the column, {@link #MIN_COLUMN} to {@link #MAX_COLUMN} */
    int getColumn();
}
