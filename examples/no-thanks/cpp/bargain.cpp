// A No Thanks! bot: takes what is cheap, and lets a card that is free for it alone go round once more.
#include <algorithm>

#include <croupier/no_thanks.h>

int choose(const no_thanks_view *view) {
    const int *coins = view->coins;
    int cost = no_thanks_cost(view);
    if (coins[view->seat] <= 2) return cost < 18;
    if (cost > 0) return cost < 9;
    // Every round of the table brings coins, until somebody has too few of them.
    auto is_poor = [](int coins) { return coins <= 1; };
    return view->coins_on_card >= view->players || std::any_of(coins, coins + view->players, is_poor);
}
