package croupier.host;

/** Why a bot cannot be seated, or an answer not be sent; the words are for its author. */
final class Unfit extends Exception {
    private static final long serialVersionUID = 1L;

    Unfit(final String why) {
        super(why);
    }

    @Override
    public String toString() {
        return getMessage();
    }
}
