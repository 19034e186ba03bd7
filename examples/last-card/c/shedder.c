/* A Last Card bot: plays as many cards at once as it can, and keeps its aces. */
#include <croupier/last_card.h>

/* The card, then all others of its value. */
static last_card_move with_its_likes(const last_card_view *view, int first) {
    last_card_move move = last_card_one(first);
    for (int n = 0; n < view->cards; n++) {
        int card = view->hand[n];
        if (card != first && last_card_value(card) == last_card_value(first)) move.cards[move.count++] = card;
    }
    return move;
}

static int is_in(int card, const last_card_move *move) {
    for (int n = 0; n < move->count; n++)
        if (move->cards[n] == card) return 1;
    return 0;
}

/* Names a suit that is left, and calls where what is left can go in one move. */
static void look_ahead(const last_card_view *view, last_card_move *move) {
    int left = 0, value = 0;
    move->last_card = 1;
    for (int n = 0; n < view->cards; n++) {
        int card = view->hand[n];
        if (is_in(card, move)) continue;
        if (left++ == 0) {
            move->suit = last_card_suit(card);
            value = last_card_value(card);
        }
        if (last_card_value(card) != value || value == LAST_CARD_ACE) move->last_card = 0;
    }
    if (left == 0 || left > LAST_CARD_MOST_CARDS) move->last_card = 0;
}

last_card_move choose(const last_card_view *view) {
    last_card_move best = last_card_pass();
    int highest = 0;
    for (int n = 0; n < view->cards; n++) {
        int card = view->hand[n], is_ace = last_card_value(card) == LAST_CARD_ACE;
        if (!last_card_fits(view, card)) continue;
        last_card_move move = with_its_likes(view, card);
        /* Aces last: they go on anything, and cannot be the end. */
        int worth = is_ace && move.count == view->cards ? 0 : move.count + (is_ace ? 0 : 10);
        if (worth > highest) {
            highest = worth;
            best = move;
        }
    }
    look_ahead(view, &best);
    return best;
}
