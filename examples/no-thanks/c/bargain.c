/* A No Thanks! bot: takes what is cheap, and lets a card that is free for it alone go round once more. */
#include <croupier/no_thanks.h>

/* Whether somebody is about to run out of coins. */
static int somebody_is_poor(const no_thanks_view *view) {
    for (int seat = 0; seat < view->players; seat++)
        if (view->coins[seat] <= 1) return 1;
    return 0;
}

int choose(const no_thanks_view *view) {
    int cost = no_thanks_cost(view);
    if (view->coins[view->seat] <= 2) return cost < 18;
    /* Every round of the table brings coins, until somebody has too few of them. */
    if (cost <= 0) return view->coins_on_card >= view->players || somebody_is_poor(view);
    return cost < 9;
}
