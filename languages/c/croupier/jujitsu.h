/* Psychological Jujitsu: both bid a card at once, the higher one wins the lot. A bot writes `choose`. */
#ifndef CROUPIER_JUJITSU_H
#define CROUPIER_JUJITSU_H

#include "json.h"

#define CROUPIER_GAME "jujitsu"

enum { JUJITSU_MOST_CARDS = 60, JUJITSU_MOST_ROUNDS = 100 };

/* A turn that is over. */
typedef struct {
    int victory_card, bid, opponent_bid;
} jujitsu_turn;

/* A seat's view of the match. */
typedef struct {
    int seat;                    /* yours; the rules are the same for both */
    int rounds, match[JUJITSU_MOST_ROUNDS]; /* how many rounds there are, and the highest card of each */
    int round;                   /* the number of the round, from 1 */
    int highest;                 /* the highest card of this round */
    int is_over;                 /* whether the match is over */
    int points, opponent_points; /* won in the match so far */
    int lot_cards, lot[JUJITSU_MOST_CARDS];           /* the victory cards to bid for, the newest last */
    int next;                    /* the victory card of the next turn; 0 on the last turn of a round */
    int cards, hand[JUJITSU_MOST_CARDS];              /* your bidding cards, lowest first */
    int opponent_cards, opponent_hand[JUJITSU_MOST_CARDS]; /* the opponent's */
    int pile_cards, pile[JUJITSU_MOST_CARDS];         /* the victory cards to come, lowest first */
    int turns;                   /* how many turns are told */
    jujitsu_turn turn[JUJITSU_MOST_CARDS]; /* of this round; on the first of a later one, of the one before */
} jujitsu_view;

/* Written by the bot: the card that it bids. */
int choose(const jujitsu_view *view);

static inline jujitsu_view croupier_jujitsu(const croupier_value *shown) {
    jujitsu_view view = {.seat = croupier_int(croupier_get(shown, "seat"), 0)};
    view.rounds = croupier_ints(croupier_get(shown, "match"), view.match, JUJITSU_MOST_ROUNDS);
    view.round = croupier_int(croupier_get(shown, "currentRound"), 0);
    view.highest = view.round > 0 && view.round <= view.rounds ? view.match[view.round - 1] : 0;
    view.is_over = croupier_is_true(croupier_get(shown, "gameEnded"));
    view.points = croupier_int(croupier_get(shown, "myPointsTotal"), 0);
    view.opponent_points = croupier_int(croupier_get(shown, "opponentPointsTotal"), 0);
    view.lot_cards = croupier_ints(croupier_get(shown, "lot"), view.lot, JUJITSU_MOST_CARDS);
    view.next = croupier_int(croupier_get(shown, "nextVictoryCard"), 0);
    view.cards = croupier_ints(croupier_get(shown, "myCardsRemaining"), view.hand, JUJITSU_MOST_CARDS);
    view.opponent_cards =
        croupier_ints(croupier_get(shown, "opponentCardsRemaining"), view.opponent_hand, JUJITSU_MOST_CARDS);
    view.pile_cards = croupier_ints(croupier_get(shown, "drawPile"), view.pile, JUJITSU_MOST_CARDS);
    const croupier_value *turn = croupier_at(croupier_get(shown, "previousTurns"), 0);
    for (; turn && view.turns < JUJITSU_MOST_CARDS; turn = turn->next) {
        jujitsu_turn *told = &view.turn[view.turns++];
        told->victory_card = croupier_int(croupier_get(turn, "drawnVictoryCard"), 0);
        told->bid = croupier_int(croupier_get(turn, "myBid"), 0);
        told->opponent_bid = croupier_int(croupier_get(turn, "opponentBid"), 0);
    }
    return view;
}

#define CROUPIER_VIEW jujitsu_view
#define CROUPIER_READ croupier_jujitsu
#include "hooks.h"

static inline void croupier_game_ask(const croupier_value *shown, const croupier_value *legal) {
    (void)legal;
    jujitsu_view view = croupier_jujitsu(shown);
    croupier_say("%d", choose(&view));
}

#include "serve.h"

#endif
