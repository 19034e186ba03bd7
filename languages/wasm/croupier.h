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

/* Last Card. */
#define CROUPIER_LAST_CARD 0xab4e98a3u
struct croupier_last_card_view {
    uint64_t hand; /* your cards, bit n for card n */
    uint64_t playable; /* those that a legal move can start with */
    uint32_t punishment; /* the cards that whoever passes has to draw for twos and the like */
    uint16_t turn; /* how many turns have been played */
    uint16_t turn_limit; /* how many can be */
    uint8_t seat; /* whose view it is */
    uint8_t to_move; /* whose turn it is */
    uint8_t suit; /* the suit to match */
    uint8_t chosen_suit; /* the suit that an ace named, 255 for none */
    uint8_t backward; /* 1 where the turn goes from seat 1 to seat 0 */
    uint8_t is_over; /* 1 once the game is over */
    uint8_t deck; /* how many cards are left to draw */
    uint8_t hand_cards; /* how many cards you hold */
    uint8_t in_hand[52]; /* your cards in the order drawn */
    uint8_t cards[4]; /* how many cards each seat holds */
    uint8_t called[4]; /* 1 for each seat that has called its last card */
    uint8_t played_cards; /* how many cards lie on the pile since it was last reshuffled */
    uint8_t played[52]; /* they, oldest first */
} __attribute__((packed));

/* No Thanks!. */
#define CROUPIER_NO_THANKS 0x01864331u
struct croupier_no_thanks_player {
    uint8_t coins; /* coins left */
    uint64_t cards; /* the cards taken, bit n for card n */
} __attribute__((packed));
struct croupier_no_thanks_view {
    uint8_t seat; /* whose view it is */
    uint8_t to_move; /* who decides */
    uint8_t round; /* the number of the open card, from 1 */
    uint8_t card; /* the open card, 0 once all are taken */
    uint8_t coins_on_card; /* the coins on it */
    uint8_t players; /* how many play */
    struct croupier_no_thanks_player player[5]; /* they, by seat */
} __attribute__((packed));

/* Hearts. */
#define CROUPIER_HEARTS 0x8d21cbc1u
struct croupier_hearts_view {
    uint64_t hand; /* your cards, bit n for card n */
    uint64_t legal; /* those that you may play now */
    uint64_t taken[4]; /* the cards that each seat has taken in this deal */
    uint32_t points[4]; /* the points of each seat in this deal */
    uint32_t scores[4]; /* the scores of each seat before this deal */
    uint32_t deal; /* the number of the deal */
    uint32_t target; /* the score that ends the game */
    uint8_t seat; /* whose view it is */
    uint8_t to_move; /* whose turn it is, 255 for nobody's */
    uint8_t lead; /* the suit that was led, 255 for none */
    uint8_t hearts_broken; /* 1 once a heart has been played */
    uint8_t forfeited; /* who has lost by a fault, 255 for nobody */
    uint8_t plays; /* how many cards of this deal have been played */
    uint8_t play_seat[52]; /* by whom, in the order played */
    uint8_t play_card[52]; /* which, in the order played */
} __attribute__((packed));

/* Psychological Jujitsu. */
#define CROUPIER_JUJITSU 0xddbe86b6u
struct croupier_jujitsu_view {
    uint64_t hand; /* your cards, bit n for card n */
    uint64_t opponent_hand; /* the opponent's cards */
    uint64_t draw_pile; /* the victory cards still to come */
    uint32_t points; /* your points */
    uint32_t opponent_points; /* the opponent's */
    uint8_t seat; /* whose view it is */
    uint8_t round; /* the number of the round */
    uint8_t highest_card; /* the highest card of this round */
    uint8_t is_over; /* 1 once the match is over */
    uint8_t next_victory_card; /* the victory card after those of the lot, 255 for none */
    uint8_t lot_cards; /* how many victory cards lie in the lot */
    uint8_t lot[60]; /* the lot, in the order drawn */
    uint8_t turns; /* how many turns of this round are over */
    uint8_t bid[60]; /* your bids, in the order played */
    uint8_t opponent_bid[60]; /* the opponent's */
    uint8_t drawn[60]; /* the victory cards they were for */
} __attribute__((packed));

/* Score Four. */
#define CROUPIER_SCORE_FOUR 0x98edff35u
struct croupier_score_four_view {
    uint64_t beads; /* your beads, bit 16 * level + 4 * row + column */
    uint64_t opponent_beads; /* the opponent's */
    uint32_t retries_left; /* how many refused moves you may still repeat */
    uint8_t seat; /* whose view it is */
    uint8_t to_move; /* whose turn it is, 255 once the game is over */
    uint8_t winner; /* who has won, 255 for nobody */
} __attribute__((packed));

#endif
