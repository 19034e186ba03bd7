/* A Jujitsu bot: bids for what lies in the lot, and never more than the other can answer. */
#include <croupier/jujitsu.h>

static int least(int one, int other) { return one < other ? one : other; }

int choose(const jujitsu_view *view) {
    int worth = 0;
    for (int n = 0; n < view->lot_cards; n++) worth += view->lot[n];
    if (worth <= view->highest / 4) return view->hand[0];
    int enough = least(worth, least(view->highest - 1, view->opponent_hand[view->opponent_cards - 1]));
    for (int n = 0; n < view->cards; n++)
        if (view->hand[n] > enough) return view->hand[n];
    return view->hand[view->cards - 1];
}
