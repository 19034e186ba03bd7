/* Score Four: drop beads onto pegs; four in a line in space win. A bot writes `choose`. A peg is a number,
 * 4 * row + column. */
#ifndef CROUPIER_SCORE_FOUR_H
#define CROUPIER_SCORE_FOUR_H

#include "json.h"

#define CROUPIER_GAME "score-four"

enum { SCORE_FOUR_SIZE = 4, SCORE_FOUR_PEGS = 16, SCORE_FOUR_EMPTY = -1 };

/* A seat's view of the board. */
typedef struct {
    int seat;                  /* yours; seat 0 has the white beads and begins */
    int bead[4][4][4];         /* bead[level][row][column]: whose, or SCORE_FOUR_EMPTY; level 0 lies below */
    int height[SCORE_FOUR_PEGS]; /* beads on each peg; a peg with 4 is full */
    int last;                  /* the peg of the last bead, SCORE_FOUR_EMPTY before the first */
    int winner;                /* who has won, SCORE_FOUR_EMPTY for nobody */
    int retries_left;          /* invalid answers in a row that you can still give; the last of them loses */
} score_four_view;

/* Written by the bot: the peg on which it drops its bead. */
int choose(const score_four_view *view);

/* Whether another bead goes onto the peg. */
static inline int score_four_is_free(const score_four_view *view, int peg) {
    return peg >= 0 && peg < SCORE_FOUR_PEGS && view->height[peg] < SCORE_FOUR_SIZE;
}

static inline score_four_view croupier_score_four(const croupier_value *shown) {
    score_four_view view = {.seat = croupier_int(croupier_get(shown, "seat"), 0)};
    const croupier_value *level = croupier_at(croupier_get(shown, "board"), 0);
    for (int at = 0; at < 4; at++, level = level ? level->next : NULL)
        for (int place = 0; place < SCORE_FOUR_PEGS; place++) {
            const char *row = croupier_text(croupier_at(level, place / 4));
            char sign = strlen(row) == 4 ? row[place % 4] : '.';
            view.bead[at][place / 4][place % 4] = sign == 'W' ? 0 : sign == 'B' ? 1 : SCORE_FOUR_EMPTY;
            view.height[place] += sign != '.';
        }
    const croupier_value *last = croupier_get(shown, "last");
    view.last = SCORE_FOUR_EMPTY;
    if (last) view.last = 4 * croupier_int(croupier_get(last, "row"), 0) + croupier_int(croupier_get(last, "column"), 0);
    view.winner = croupier_int(croupier_get(shown, "winner"), SCORE_FOUR_EMPTY);
    view.retries_left = croupier_int(croupier_get(shown, "retries_left"), 0);
    return view;
}

#define CROUPIER_VIEW score_four_view
#define CROUPIER_READ croupier_score_four
#include "hooks.h"

static inline void croupier_game_ask(const croupier_value *shown, const croupier_value *legal) {
    (void)legal;
    score_four_view view = croupier_score_four(shown);
    int peg = choose(&view);
    /* What is no peg is off the board: the table says so and asks again. */
    croupier_say("{\"row\":%d,\"column\":%d}", peg / 4, peg % 4);
}

#include "serve.h"

#endif
