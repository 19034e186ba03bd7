// A bot of any game: plays any legal move, by its own luck.
#include <croupier/any_game.h>

int choose(const croupier_value *, const croupier_value *legal) {
    return croupier_random(croupier_count(legal));
}
