// A Last Card bot: plays as many cards at once as it can, and keeps its aces.
#include <algorithm>
#include <vector>

#include <croupier/last_card.h>

using Cards = std::vector<int>;

// The card, then all others of its value.
static Cards with_its_likes(const Cards &hand, int first) {
    Cards cards{first};
    for (int card : hand)
        if (card != first && last_card_value(card) == last_card_value(first)) cards.push_back(card);
    return cards;
}

static bool is_ace(int card) { return last_card_value(card) == LAST_CARD_ACE; }

// Whether these cards can go in one move.
static bool can_go_at_once(const Cards &cards) {
    if (cards.empty() || cards.size() > LAST_CARD_MOST_CARDS || is_ace(cards[0])) return false;
    auto is_like = [&](int card) { return last_card_value(card) == last_card_value(cards[0]); };
    return std::all_of(cards.begin(), cards.end(), is_like);
}

// The cards to play: as many as can be, and aces last: they go on anything, and cannot be the end.
static Cards best(const last_card_view &view, const Cards &hand) {
    Cards best;
    size_t highest = 0;
    for (int first : hand) {
        if (!last_card_fits(&view, first)) continue;
        Cards cards = with_its_likes(hand, first);
        if (is_ace(first) && cards.size() == hand.size()) continue;
        size_t worth = cards.size() + (is_ace(first) ? 0 : 10);
        if (worth > highest) highest = worth, best = cards;
    }
    return best;
}

last_card_move choose(const last_card_view *view) {
    Cards hand(view->hand, view->hand + view->cards), cards = best(*view, hand), left;
    for (int card : hand)
        if (std::find(cards.begin(), cards.end(), card) == cards.end()) left.push_back(card);
    last_card_move move = last_card_pass();
    move.count = static_cast<int>(cards.size());
    std::copy(cards.begin(), cards.end(), move.cards);
    if (!left.empty()) move.suit = last_card_suit(left[0]);
    move.last_card = can_go_at_once(left);
    return move;
}
