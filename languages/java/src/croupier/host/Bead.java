package croupier.host;

import ca.unbc.cpsc.score4.interfaces.Colour;

/** The colours as players are told them. */
enum Bead implements Colour {
    WHITE,
    BLACK;

    /** White sits in seat 0. */
    static Bead of(final int seat) {
        return seat == 0 ? WHITE : BLACK;
    }

    @Override
    public boolean isBlack() {
        return this == BLACK;
    }

    @Override
    public boolean isWhite() {
        return this == WHITE;
    }
}
