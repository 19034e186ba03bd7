// A Jujitsu bot: bids for what lies in the lot, and never more than the other can answer.
#include <algorithm>
#include <numeric>

#include <croupier/jujitsu.h>

int choose(const jujitsu_view *view) {
    int worth = std::accumulate(view->lot, view->lot + view->lot_cards, 0);
    if (worth <= view->highest / 4) return view->hand[0];
    int enough = std::min({worth, view->highest - 1, view->opponent_hand[view->opponent_cards - 1]});
    const int *end = view->hand + view->cards, *above = std::upper_bound(view->hand, end, enough);
    return above == end ? end[-1] : *above;
}
