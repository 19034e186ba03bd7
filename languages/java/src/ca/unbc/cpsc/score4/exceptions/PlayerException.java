package ca.unbc.cpsc.score4.exceptions;

/** What a player may throw; it loses the game. */
public class PlayerException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Without a reason. */
    public PlayerException() {
        this("Unknown Player Exception");
    }

    /**
     * With a reason.
     *
     * @param message the reason
     */
    public PlayerException(final String message) {
        super(message);
    }

    /**
     * Caused by another.
     *
     * @param cause the other
     */
    public PlayerException(final Throwable cause) {
        super(cause);
    }

    /**
     * With a reason, and caused by another.
     *
     * @param message the reason
     * @param cause the other
     */
    public PlayerException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
