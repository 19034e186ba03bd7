// Takes a card that costs less than ten more points than its coins.
#include "../croupier.h"

static union {
    struct croupier_no_thanks_view view;
    uint8_t bytes[CROUPIER_BUFFER];
} buffer;

CROUPIER_EXPORT(croupier_hello) uint32_t croupier_hello(void) { return CROUPIER_NO_THANKS; }
CROUPIER_EXPORT(croupier_buffer) void *croupier_buffer(void) { return &buffer; }

static int cost(uint64_t cards) {
    int sum = 0;
    for (int card = 3; card <= 35; card++)
        if (cards >> card & 1 && !(cards >> (card - 1) & 1))
            sum += card;
    return sum;
}

CROUPIER_EXPORT(croupier_ask) uint64_t croupier_ask(uint32_t number) {
    (void)number;
    const struct croupier_no_thanks_view *view = &buffer.view;
    uint64_t mine = view->player[view->seat].cards;
    return cost(mine | 1ull << view->card) - cost(mine) - view->coins_on_card < 10;
}
