// A Score Four bot: wins where it can, stops the other where it must, and likes the middle.
#include <array>
#include <cstdlib>

#include <croupier/score_four.h>

using Place = std::array<int, 3>;

// How many beads of this player stand in a line from a place, in one direction.
static int run(const score_four_view &view, int player, Place at, const Place &step) {
    for (int beads = 0;; beads++) {
        for (int axis = 0; axis < 3; axis++) {
            at[axis] += step[axis];
            if (at[axis] < 0 || at[axis] >= SCORE_FOUR_SIZE) return beads;
        }
        if (view.bead[at[0]][at[1]][at[2]] != player) return beads;
    }
}

// Whether a bead of this player on this peg makes four in a line.
static bool wins(const score_four_view &view, int player, int peg) {
    const Place place{view.height[peg], peg / 4, peg % 4};
    // Half of all directions: each is looked along both ways.
    for (int direction = 14; direction < 27; direction++) {
        const Place step{direction / 9 - 1, direction / 3 % 3 - 1, direction % 3 - 1};
        const Place back{-step[0], -step[1], -step[2]};
        int beads = 1 + run(view, player, place, step) + run(view, player, place, back);
        if (beads == SCORE_FOUR_SIZE) return true;
    }
    return false;
}

static int from_the_middle(int peg) {
    return std::abs(2 * (peg / 4) - 3) + std::abs(2 * (peg % 4) - 3);
}

int choose(const score_four_view *view) {
    for (int player : {view->seat, 1 - view->seat})
        for (int peg = 0; peg < SCORE_FOUR_PEGS; peg++)
            if (score_four_is_free(view, peg) && wins(*view, player, peg)) return peg;
    int best = -1;
    for (int peg = 0; peg < SCORE_FOUR_PEGS; peg++)
        if (score_four_is_free(view, peg) && (best < 0 || from_the_middle(peg) < from_the_middle(best)))
            best = peg;
    return best;
}
