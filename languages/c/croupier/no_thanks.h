/* No Thanks!: take the open card with its coins, or pay a coin to pass it on. A bot writes `choose`. */
#ifndef CROUPIER_NO_THANKS_H
#define CROUPIER_NO_THANKS_H

#include "json.h"

#define CROUPIER_GAME "no-thanks"

enum { NO_THANKS_MOST_PLAYERS = 5, NO_THANKS_HIGHEST = 35 };

/* A seat's view of the table. */
typedef struct {
    int seat;          /* yours */
    int round;         /* the number of the open card, from 1 to 24 */
    int card;          /* the open card; 0 once all are taken */
    int coins_on_card; /* the coins on it */
    int players;       /* how many play */
    int coins[NO_THANKS_MOST_PLAYERS];                        /* of each seat */
    char has[NO_THANKS_MOST_PLAYERS][NO_THANKS_HIGHEST + 2]; /* has[seat][card]: whether it has the card */
} no_thanks_view;

/* Written by the bot: whether it takes the card; 0 pays a coin. */
int choose(const no_thanks_view *view);

/* What the cards of a seat cost, less its coins. */
static inline int no_thanks_penalty(const no_thanks_view *view, int seat) {
    int sum = -view->coins[seat];
    for (int card = 3; card <= NO_THANKS_HIGHEST; card++)
        if (view->has[seat][card] && !view->has[seat][card - 1]) sum += card;
    return sum;
}

/* By how much your penalty would rise if you took the open card with its coins; it may fall. */
static inline int no_thanks_cost(const no_thanks_view *view) {
    no_thanks_view then = *view;
    then.has[view->seat][view->card] = 1;
    then.coins[view->seat] += view->coins_on_card;
    return no_thanks_penalty(&then, view->seat) - no_thanks_penalty(view, view->seat);
}

static inline no_thanks_view croupier_no_thanks(const croupier_value *shown) {
    no_thanks_view view = {.seat = croupier_int(croupier_get(shown, "seat"), 0)};
    view.round = croupier_int(croupier_get(shown, "round"), 0);
    view.card = croupier_int(croupier_get(shown, "card"), 0);
    view.coins_on_card = croupier_int(croupier_get(shown, "coins_on_card"), 0);
    const croupier_value *players = croupier_get(shown, "players");
    const croupier_value *player = croupier_at(players, 0);
    for (; player && view.players < NO_THANKS_MOST_PLAYERS; player = player->next, view.players++) {
        view.coins[view.players] = croupier_int(croupier_get(player, "coins"), 0);
        const croupier_value *card = croupier_at(croupier_get(player, "collection"), 0);
        for (; card; card = card->next) {
            int number = croupier_int(card, 0);
            if (number > 0 && number <= NO_THANKS_HIGHEST) view.has[view.players][number] = 1;
        }
    }
    return view;
}

#define CROUPIER_VIEW no_thanks_view
#define CROUPIER_READ croupier_no_thanks
#include "hooks.h"

static inline void croupier_game_ask(const croupier_value *shown, const croupier_value *legal) {
    (void)legal;
    no_thanks_view view = croupier_no_thanks(shown);
    croupier_say(choose(&view) ? "\"take\"" : "\"pass\"");
}

#include "serve.h"

#endif
