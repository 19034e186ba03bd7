/* A Hearts bot: stays under tricks, and gives its worst cards to others. */
#include <croupier/hearts.h>

/* The highest card of the suit led. */
static int highest_led(const hearts_view *view) {
    int highest = 0;
    for (int n = 0; n < view->in_trick; n++) {
        int card = view->trick[n].card;
        if (hearts_suit(card) == view->lead && hearts_rank(card) > highest) highest = hearts_rank(card);
    }
    return highest;
}

/* How much a card is worth to play now; the highest is played. */
static int worth(const hearts_view *view, int card, int to_stay_under) {
    int rank = hearts_rank(card);
    if (view->lead == HEARTS_NONE) return -rank;
    if (hearts_suit(card) != view->lead) return 100 * hearts_points(card) + rank;
    return rank < to_stay_under ? rank : -rank;
}

int choose(const hearts_view *view) {
    int best = view->legal[0], to_stay_under = highest_led(view);
    for (int n = 1; n < view->legal_cards; n++)
        if (worth(view, view->legal[n], to_stay_under) > worth(view, best, to_stay_under)) best = view->legal[n];
    return best;
}
