package croupier.host;

/**
 * The seat of a bot of which no new instance could be made: the first question is told why, all others that
 * it is missing.
 */
final class NoSeat extends Seat {
    @Override
    void start(final Message message) throws Unfit {
        throw missing();
    }

    @Override
    String ask(final Message message, final JsonWriter move) throws Unfit {
        throw missing();
    }

    private static Unfit missing() {
        return new Unfit("no new instance of it could be made for this game");
    }
}
