/* `Card` of the original No Thanks! engine; its methods are those of `NoThanksGame.Card`. */
#include "inside.h"

Shelf cards;

static int clear(Card *card) {
    drop(&card->number);
    drop(&card->penalty);
    drop(&card->coins);
    drop(&card->dict);
    return 0;
}

static void dealloc(Card *card) {
    PyObject_GC_UnTrack(card);
    clear(card);
    to_shelf(&cards, &card->head);
}

static int traverse(Card *card, Visit visit, void *with) {
    Object *parts[] = {(Object *)card->head.type, card->number, card->penalty, card->coins, card->dict};
    return all_seen(parts, sizeof parts / sizeof *parts, visit, with);
}

static Object *make(Type *type, Object *given, Object *names) { return PyType_GenericAlloc(type, 0); }

int make_cards(void) {
    static Member members[] = {
        {"number", AN_OBJECT, offsetof(Card, number), 0, NULL},
        {"penalty", AN_OBJECT, offsetof(Card, penalty), 0, NULL},
        {"coins", AN_OBJECT, offsetof(Card, coins), 0, NULL},
        {"__dictoffset__", A_SIZE, offsetof(Card, dict), READ_ONLY, NULL},
        {0},
    };
    static Attribute attributes[] = {{"__dict__", its_dict, PyObject_GenericSetDict, NULL, NULL}, {0}};
    static Slot slots[] = {
        {SLOT_NEW, make},        {SLOT_DEALLOC, dealloc}, {SLOT_TRAVERSE, traverse},     {SLOT_CLEAR, clear},
        {SLOT_SETATTR, changed}, {SLOT_MEMBERS, members}, {SLOT_ATTRIBUTES, attributes}, {0},
    };
    static TypeSpec spec = {"NoThanksGame.Card", sizeof(Card), 0, MAY_BE_DERIVED_FROM | KNOWN_TO_THE_COLLECTOR, slots};
    cards.type = (Type *)PyType_FromSpec(&spec);
    return cards.type != NULL;
}

Object *new_card(int number, int coins) {
    Card *card = (Card *)from_shelf(&cards);
    if (!card) return NULL;
    card->number = PyLong_FromLong(number);
    card->penalty = another(card->number);
    card->coins = PyLong_FromLong(coins);
    card->dict = NULL;
    return &card->head;
}

/* New cards for the set, lowest first. */
Object *cards_in(uint64_t set) {
    Object *list = PyList_New(__builtin_popcountll(set));
    for (int at = 0; list && set; at++, set &= set - 1) {
        Object *card = new_card(__builtin_ctzll(set), 0);
        if (card) {
            PyList_SetItem(list, at, card);
        } else {
            drop(&list);
        }
    }
    return list;
}

/* What the cards of a set cost together: those whose lower neighbour is not in it. */
int cost_of(uint64_t set) {
    int cost = 0;
    for (uint64_t lowest = set & ~(set << 1); lowest; lowest &= lowest - 1)
        cost += __builtin_ctzll(lowest);
    return cost;
}
