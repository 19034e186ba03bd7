/* Views and calls for bots that are WebAssembly modules. Made by `croupier wasm-header`; do not edit.
 *
 * A module exports its memory and these functions; croupier_start and croupier_end may be left out. It may
 * import croupier.print and nothing else.
 *
 *     uint32_t croupier_hello(void)          the number of the game it plays, such as CROUPIER_HEARTS
 *     void *croupier_buffer(void)            where it wants views: CROUPIER_BUFFER bytes of its own
 *     void croupier_start(uint32_t game)     a game begins; the buffer has its view, then a seed of 8 bytes
 *     uint64_t croupier_ask(uint32_t number) what do you play? The view is in the buffer; the code of a move
 *     void croupier_end(void)                the game is over; its last view is in the buffer
 *
 * Numbers are little-endian, as WebAssembly is, and stand without gaps. Cards of Last Card and Hearts are
 * numbered 13 * suit + rank: suits from 0 are spades, clubs, diamonds, hearts; ranks from 0 are two to ace in
 * Hearts and ace to king in Last Card. Codes of moves: No Thanks! 0 passes and 1 takes; Hearts the card;
 * Score Four 4 * row + column; Psychological Jujitsu twice the card; Last Card as croupier_last_card_move
 * makes them.
 */
#ifndef CROUPIER_H
#define CROUPIER_H

#include <stdint.h>

#define CROUPIER_BUFFER 4096
#define CROUPIER_NONE 255
/* Moves of up to two cards without a suit have the codes below this one. */
#define CROUPIER_FEW 5514u
#define CROUPIER_EXPORT(name) __attribute__((export_name(#name), visibility("default")))

__attribute__((import_module("croupier"), import_name("print"))) void croupier_print(const char *text, uint32_t length);

/* The code of a Last Card move: `count` cards in order, the suit that an ace names or CROUPIER_NONE, and
 * whether the last card is called. No cards at all is to pass. */
static inline uint64_t croupier_last_card_move(const uint8_t *cards, int count, uint8_t suit, int call) {
    uint64_t list = 0;
    for (int n = 0; n < count; n++)
        list = list * 52 + cards[n] + 1;
    if (suit == CROUPIER_NONE)
        return list * 2 < CROUPIER_FEW ? list * 2 + (call != 0) : CROUPIER_FEW + list * 10 + (call != 0);
    return CROUPIER_FEW + list * 10 + ((uint64_t)suit + 1) * 2 + (call != 0);
}
