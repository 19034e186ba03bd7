/* A bot of any game: plays any legal move, by its own luck. */
#include <croupier/any_game.h>

int choose(const croupier_value *view, const croupier_value *legal) {
    (void)view;
    return croupier_random(croupier_count(legal));
}
