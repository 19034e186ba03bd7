/* Hearts: take no hearts and not the queen of spades. A bot writes `choose`. A card is a number,
 * 13 * suit + rank. */
#ifndef CROUPIER_HEARTS_H
#define CROUPIER_HEARTS_H

#include "json.h"

#define CROUPIER_GAME "hearts"
#define CROUPIER_WANTS_LEGAL

enum { HEARTS_SPADES, HEARTS_CLUBS, HEARTS_DIAMONDS, HEARTS_HEARTS };
enum { HEARTS_NONE = -1, HEARTS_QUEEN_OF_SPADES = 10, HEARTS_MOST_PLAYERS = 4 };

/* A card that was played. */
typedef struct {
    int seat, card;
} hearts_play;

/* A seat's view of the deal in play, and the scores. */
typedef struct {
    int seat;    /* yours */
    int players; /* how many play */
    int deal;    /* the number of this deal, from 1 */
    int target;  /* the score that ends the game */
    int cards, hand[52];    /* your cards, in the order dealt */
    int legal_cards, legal[52]; /* those that you may play now */
    int lead;               /* the suit that was led, HEARTS_NONE before the lead */
    int in_trick;           /* how many cards the trick in play has */
    hearts_play trick[HEARTS_MOST_PLAYERS]; /* they, oldest first */
    int plays;              /* how many cards lie in the finished tricks of this deal */
    hearts_play played[52]; /* they, oldest first; `players` of them make a trick */
    int hearts_broken;      /* whether a heart was played in an earlier trick */
    int points[HEARTS_MOST_PLAYERS]; /* of each seat in this deal */
    int scores[HEARTS_MOST_PLAYERS]; /* of each seat before this deal */
} hearts_view;

/* Written by the bot: the card that it plays. */
int choose(const hearts_view *view);

/* The suit of a card, HEARTS_SPADES to HEARTS_HEARTS. */
static inline int hearts_suit(int card) { return card / 13; }

/* The rank of a card: 2 to 14; the ace is 14. */
static inline int hearts_rank(int card) { return card % 13 + 2; }

/* What taking a card costs: 1 for a heart, 13 for the queen of spades. */
static inline int hearts_points(int card) {
    return card == HEARTS_QUEEN_OF_SPADES ? 13 : hearts_suit(card) == HEARTS_HEARTS;
}

static const char croupier_suits[] = "SCDH";
static const char *const croupier_ranks[] = {"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"};

/* A card by its text, like "S10" or "HQ"; HEARTS_NONE for what is none. */
static inline int hearts_card(const char *text) {
    const char *suit = *text ? strchr(croupier_suits, *text) : NULL;
    for (int rank = 0; suit && rank < 13; rank++)
        if (strcmp(text + 1, croupier_ranks[rank]) == 0) return 13 * (int)(suit - croupier_suits) + rank;
    return HEARTS_NONE;
}

static inline int croupier_hearts_cards(const croupier_value *list, int *to) {
    int count = 0;
    for (const croupier_value *card = croupier_at(list, 0); card && count < 52; card = card->next)
        to[count++] = hearts_card(croupier_text(card));
    return count;
}

static inline int croupier_hearts_plays(const croupier_value *list, hearts_play *to, int most) {
    int count = 0;
    for (const croupier_value *play = croupier_at(list, 0); play && count < most; play = play->next, count++) {
        to[count].seat = croupier_int(croupier_get(play, "seat"), 0);
        to[count].card = hearts_card(croupier_text(croupier_get(play, "card")));
    }
    return count;
}

static inline hearts_view croupier_hearts(const croupier_value *shown) {
    hearts_view view = {.seat = croupier_int(croupier_get(shown, "seat"), 0)};
    view.deal = croupier_int(croupier_get(shown, "deal"), 0);
    view.target = croupier_int(croupier_get(shown, "target"), 0);
    view.cards = croupier_hearts_cards(croupier_get(shown, "hand"), view.hand);
    const char *lead = croupier_text(croupier_get(shown, "lead"));
    view.lead = *lead ? (int)(strchr(croupier_suits, *lead) - croupier_suits) : HEARTS_NONE;
    view.in_trick = croupier_hearts_plays(croupier_get(shown, "trick"), view.trick, HEARTS_MOST_PLAYERS);
    const croupier_value *trick = croupier_at(croupier_get(shown, "tricks"), 0);
    for (; trick; trick = trick->next)
        view.plays += croupier_hearts_plays(trick, view.played + view.plays, 52 - view.plays);
    view.hearts_broken = croupier_is_true(croupier_get(shown, "hearts_broken"));
    croupier_ints(croupier_get(shown, "points"), view.points, HEARTS_MOST_PLAYERS);
    view.players = croupier_ints(croupier_get(shown, "scores"), view.scores, HEARTS_MOST_PLAYERS);
    return view;
}

#define CROUPIER_VIEW hearts_view
#define CROUPIER_READ croupier_hearts
#include "hooks.h"

static inline void croupier_game_ask(const croupier_value *shown, const croupier_value *legal) {
    hearts_view view = croupier_hearts(shown);
    view.legal_cards = croupier_hearts_cards(legal, view.legal);
    int card = choose(&view);
    if (card < 0 || card > 51)
        croupier_fault("choose returned %d; a card is a number from 0 to 51", card);
    else
        croupier_say("\"%c%s\"", croupier_suits[hearts_suit(card)], croupier_ranks[card % 13]);
}

#include "serve.h"

#endif
