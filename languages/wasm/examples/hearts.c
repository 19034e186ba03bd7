// Plays its lowest legal card.
#include "../croupier.h"

static union {
    struct croupier_hearts_view view;
    uint8_t bytes[CROUPIER_BUFFER];
} buffer;

CROUPIER_EXPORT(croupier_hello) uint32_t croupier_hello(void) { return CROUPIER_HEARTS; }
CROUPIER_EXPORT(croupier_buffer) void *croupier_buffer(void) { return &buffer; }

CROUPIER_EXPORT(croupier_ask) uint64_t croupier_ask(uint32_t number) {
    (void)number;
    uint64_t legal = buffer.view.legal;
    for (int rank = 0; rank < 13; rank++)
        for (int suit = 0; suit < 4; suit++)
            if (legal >> (13 * suit + rank) & 1)
                return 13 * suit + rank;
    return 0;
}
