// The naive player: plays its oldest playable card, alone, and calls when it holds two cards before playing.
#include "../croupier.h"

static union {
    struct croupier_last_card_view view;
    uint8_t bytes[CROUPIER_BUFFER];
} buffer;

CROUPIER_EXPORT(croupier_hello) uint32_t croupier_hello(void) { return CROUPIER_LAST_CARD; }
CROUPIER_EXPORT(croupier_buffer) void *croupier_buffer(void) { return &buffer; }

CROUPIER_EXPORT(croupier_ask) uint64_t croupier_ask(uint32_t number) {
    (void)number;
    const struct croupier_last_card_view *view = &buffer.view;
    for (int n = 0; n < view->hand_cards; n++) {
        uint8_t card = view->in_hand[n];
        if (!(view->playable >> card & 1))
            continue;
        return croupier_last_card_move(&card, 1, CROUPIER_NONE, view->hand_cards == 2);
    }
    return croupier_last_card_move(0, 0, CROUPIER_NONE, 0);
}
