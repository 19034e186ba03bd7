/* A Score Four bot: wins where it can, stops the other where it must, and likes the middle. */
#include <croupier/score_four.h>

/* How many beads of this player stand in a line from a place, in one direction. */
static int run(const score_four_view *view, int player, const int place[3], const int step[3], int sign) {
    for (int distance = 1;; distance++) {
        int at[3];
        for (int axis = 0; axis < 3; axis++) {
            at[axis] = place[axis] + sign * distance * step[axis];
            if (at[axis] < 0 || at[axis] >= SCORE_FOUR_SIZE) return distance - 1;
        }
        if (view->bead[at[0]][at[1]][at[2]] != player) return distance - 1;
    }
}

/* Whether a bead of this player on this peg makes four in a line. */
static int wins(const score_four_view *view, int player, int peg) {
    const int place[3] = {view->height[peg], peg / 4, peg % 4};
    /* Half of all directions: each is looked along both ways. */
    for (int direction = 14; direction < 27; direction++) {
        const int step[3] = {direction / 9 - 1, direction / 3 % 3 - 1, direction % 3 - 1};
        if (1 + run(view, player, place, step, 1) + run(view, player, place, step, -1) == SCORE_FOUR_SIZE) return 1;
    }
    return 0;
}

static int from_the_middle(int peg) { return abs(2 * (peg / 4) - 3) + abs(2 * (peg % 4) - 3); }

int choose(const score_four_view *view) {
    for (int turn = 0; turn < 2; turn++)
        for (int peg = 0; peg < SCORE_FOUR_PEGS; peg++)
            if (score_four_is_free(view, peg) && wins(view, turn ? 1 - view->seat : view->seat, peg)) return peg;
    int best = -1;
    for (int peg = 0; peg < SCORE_FOUR_PEGS; peg++)
        if (score_four_is_free(view, peg) && (best < 0 || from_the_middle(peg) < from_the_middle(best))) best = peg;
    return best;
}
