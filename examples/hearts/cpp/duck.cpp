// A Hearts bot: stays under tricks, and gives its worst cards to others.
#include <algorithm>

#include <croupier/hearts.h>

// The highest card of the suit led.
static int highest_led(const hearts_view &view) {
    int highest = 0;
    std::for_each(view.trick, view.trick + view.in_trick, [&](hearts_play play) {
        if (hearts_suit(play.card) == view.lead) highest = std::max(highest, hearts_rank(play.card));
    });
    return highest;
}

// How much a card is worth to play now.
static int worth(const hearts_view &view, int card, int to_stay_under) {
    int rank = hearts_rank(card);
    if (view.lead == HEARTS_NONE) return -rank;
    if (hearts_suit(card) != view.lead) return 100 * hearts_points(card) + rank;
    return rank < to_stay_under ? rank : -rank;
}

int choose(const hearts_view *view) {
    int to_stay_under = highest_led(*view);
    return *std::max_element(view->legal, view->legal + view->legal_cards, [&](int one, int other) {
        return worth(*view, one, to_stay_under) < worth(*view, other, to_stay_under);
    });
}
