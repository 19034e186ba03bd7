// Wins if it can, stops the opponent if it must, and else plays the first open peg after the middle ones.
#include "../croupier.h"

static union {
    struct croupier_score_four_view view;
    uint8_t bytes[CROUPIER_BUFFER];
} buffer;

CROUPIER_EXPORT(croupier_hello) uint32_t croupier_hello(void) { return CROUPIER_SCORE_FOUR; }
CROUPIER_EXPORT(croupier_buffer) void *croupier_buffer(void) { return &buffer; }

static int at(uint64_t beads, int level, int row, int column) {
    if ((level | row | column) & ~3)
        return 0;
    return beads >> (16 * level + 4 * row + column) & 1;
}

// Whether four beads stand in a line through this cell.
static int wins(uint64_t beads, int level, int row, int column) {
    for (int way = 1; way < 27; way++) {
        int l = way / 9 - 1, r = way / 3 % 3 - 1, c = way % 3 - 1, count = 0;
        if (!l && !r && !c)
            continue;
        for (int n = -3; n <= 3; n++)
            count += at(beads, level + n * l, row + n * r, column + n * c);
        if (count == 4)
            return 1;
    }
    return 0;
}

CROUPIER_EXPORT(croupier_ask) uint64_t croupier_ask(uint32_t number) {
    (void)number;
    static const uint8_t order[16] = {5, 6, 9, 10, 0, 3, 12, 15, 1, 2, 4, 7, 8, 11, 13, 14};
    const struct croupier_score_four_view *view = &buffer.view;
    uint64_t taken = view->beads | view->opponent_beads;
    int best = -1, rank = -1;
    for (int n = 0; n < 16; n++) {
        int peg = order[n], level = 0;
        while (level < 4 && taken >> (16 * level + peg) & 1)
            level++;
        if (level == 4)
            continue;
        uint64_t bead = 1ull << (16 * level + peg);
        int worth = wins(view->beads | bead, level, peg / 4, peg % 4)            ? 2
                    : wins(view->opponent_beads | bead, level, peg / 4, peg % 4) ? 1
                                                                                 : 0;
        if (worth > rank)
            rank = worth, best = peg;
    }
    return best;
}
