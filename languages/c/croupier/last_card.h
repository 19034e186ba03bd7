/* Last Card: be rid of your cards, and call before you are. A bot writes `choose`. A card is a number,
 * 13 * suit + value. */
#ifndef CROUPIER_LAST_CARD_H
#define CROUPIER_LAST_CARD_H

#include "json.h"

#define CROUPIER_GAME "last-card"

enum { LAST_CARD_SPADES, LAST_CARD_CLUBS, LAST_CARD_DIAMONDS, LAST_CARD_HEARTS };
enum { LAST_CARD_NONE = -1, LAST_CARD_ACE = 1, LAST_CARD_MOST_CARDS = 4, LAST_CARD_PLAYERS = 4 };

/* Somebody at the table. */
typedef struct {
    int seat, cards; /* how many cards it holds */
    int called;      /* whether its last turn called the last card */
    int calls;       /* how often it has called in this game */
} last_card_player;

/* A seat's view of the table. */
typedef struct {
    int seat;                 /* yours, 0 to 3 */
    int cards, hand[52];      /* your cards, in the order drawn */
    int pile, played[52];     /* what was played since the last reshuffle, oldest first */
    int last_played;          /* the card on top */
    int chosen_suit;          /* the suit to match where an ace lies on top, else LAST_CARD_NONE */
    int punishment;           /* what a pass or an illegal move costs now; 0 where none is active */
    int deck;                 /* how many cards the deck has */
    int backward;             /* whether play goes from seat 1 to seat 0 */
    int turn, turn_limit;     /* turns taken, and how many end the game */
    /* Everyone, from the player to move on, in the direction of play. */
    last_card_player players[LAST_CARD_PLAYERS];
} last_card_view;

/* A move: cards of one value in order; none is a pass. */
typedef struct {
    int count, cards[LAST_CARD_MOST_CARDS];
    int suit;      /* what an ace names, or LAST_CARD_NONE */
    int last_card; /* whether the last card is called */
} last_card_move;

/* Written by the bot. `last_card_pass` and `last_card_one` make moves to begin with. */
last_card_move choose(const last_card_view *view);

/* The suit of a card, LAST_CARD_SPADES to LAST_CARD_HEARTS. */
static inline int last_card_suit(int card) { return card / 13; }

/* The value of a card: 1 to 13; the ace is 1. */
static inline int last_card_value(int card) { return card % 13 + 1; }

/* No card at all. */
static inline last_card_move last_card_pass(void) { return (last_card_move){.suit = LAST_CARD_NONE}; }

/* One card. */
static inline last_card_move last_card_one(int card) {
    return (last_card_move){.count = 1, .cards = {card}, .suit = LAST_CARD_NONE};
}

/* Whether a move may begin with the card. (Aces that would empty the hand may not be played all the same.) */
static inline int last_card_fits(const last_card_view *view, int card) {
    int same = last_card_value(card) == last_card_value(view->last_played);
    if (view->punishment) return same;
    int suit = view->chosen_suit == LAST_CARD_NONE ? last_card_suit(view->last_played) : view->chosen_suit;
    return same || last_card_value(card) == LAST_CARD_ACE || last_card_suit(card) == suit;
}

static const char croupier_suits[] = "SCDH";
static const char *const croupier_suit_names[] = {"spades", "clubs", "diamonds", "hearts"};
static const char *const croupier_values[] = {"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"};

/* A card by its text, like "10H" or "AS"; LAST_CARD_NONE for what is none. */
static inline int last_card_card(const char *text) {
    size_t length = strlen(text);
    const char *suit = length > 1 ? strchr(croupier_suits, text[length - 1]) : NULL;
    for (int value = 0; suit && value < 13; value++)
        if (strlen(croupier_values[value]) == length - 1 && strncmp(text, croupier_values[value], length - 1) == 0)
            return 13 * (int)(suit - croupier_suits) + value;
    return LAST_CARD_NONE;
}

static inline int croupier_last_card_cards(const croupier_value *list, int *to) {
    int count = 0;
    for (const croupier_value *card = croupier_at(list, 0); card && count < 52; card = card->next)
        to[count++] = last_card_card(croupier_text(card));
    return count;
}

static inline last_card_view croupier_last_card(const croupier_value *shown) {
    last_card_view view = {.seat = croupier_int(croupier_get(shown, "seat"), 0), .chosen_suit = LAST_CARD_NONE};
    view.cards = croupier_last_card_cards(croupier_get(shown, "hand"), view.hand);
    view.pile = croupier_last_card_cards(croupier_get(shown, "played"), view.played);
    view.last_played = last_card_card(croupier_text(croupier_get(shown, "last_played")));
    for (int suit = 0; suit < 4; suit++)
        if (strcmp(croupier_text(croupier_get(shown, "chosen_suit")), croupier_suit_names[suit]) == 0)
            view.chosen_suit = suit;
    view.punishment = croupier_int(croupier_get(shown, "punishment"), 0);
    view.deck = croupier_int(croupier_get(shown, "deck"), 0);
    view.backward = strcmp(croupier_text(croupier_get(shown, "direction")), "backward") == 0;
    view.turn = croupier_int(croupier_get(shown, "turn"), 0);
    view.turn_limit = croupier_int(croupier_get(shown, "turn_limit"), 0);
    const croupier_value *player = croupier_at(croupier_get(shown, "players"), 0);
    for (int n = 0; player && n < LAST_CARD_PLAYERS; player = player->next, n++) {
        view.players[n].seat = croupier_int(croupier_get(player, "seat"), 0);
        view.players[n].cards = croupier_int(croupier_get(player, "cards"), 0);
        view.players[n].called = croupier_is_true(croupier_get(player, "called"));
        view.players[n].calls = croupier_int(croupier_get(player, "calls"), 0);
    }
    return view;
}

#define CROUPIER_VIEW last_card_view
#define CROUPIER_READ croupier_last_card
#include "hooks.h"

static inline void croupier_game_ask(const croupier_value *shown, const croupier_value *legal) {
    (void)legal;
    last_card_view view = croupier_last_card(shown);
    last_card_move move = choose(&view);
    if (move.count < 0 || move.count > LAST_CARD_MOST_CARDS) {
        croupier_fault("choose returned %d cards; none to four can be played", move.count);
        return;
    }
    croupier_say("{\"cards\":[");
    for (int n = 0; n < move.count; n++) {
        int card = move.cards[n];
        if (card < 0 || card > 51) {
            croupier_fault("choose played %d; a card is a number from 0 to 51", card);
            return;
        }
        croupier_say("%s\"%s%c\"", n ? "," : "", croupier_values[card % 13], croupier_suits[card / 13]);
    }
    int names = move.suit >= LAST_CARD_SPADES && move.suit <= LAST_CARD_HEARTS;
    const char *quote = names ? "\"" : "";
    croupier_say("],\"suit\":%s%s%s", quote, names ? croupier_suit_names[move.suit] : "null", quote);
    croupier_say(",\"last_card\":%s}", move.last_card ? "true" : "false");
}

#include "serve.h"

#endif
