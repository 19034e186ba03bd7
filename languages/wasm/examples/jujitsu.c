// Bids the lowest card that is not below the first victory card of the lot, or its lowest.
#include "../croupier.h"

static union {
    struct croupier_jujitsu_view view;
    uint8_t bytes[CROUPIER_BUFFER];
} buffer;

CROUPIER_EXPORT(croupier_hello) uint32_t croupier_hello(void) { return CROUPIER_JUJITSU; }
CROUPIER_EXPORT(croupier_buffer) void *croupier_buffer(void) { return &buffer; }

CROUPIER_EXPORT(croupier_ask) uint64_t croupier_ask(uint32_t number) {
    (void)number;
    const struct croupier_jujitsu_view *view = &buffer.view;
    uint64_t enough = view->lot_cards ? view->hand >> view->lot[0] << view->lot[0] : 0;
    // The code of a bid is twice its card.
    return 2 * __builtin_ctzll(enough ? enough : view->hand);
}
