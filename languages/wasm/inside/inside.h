/* What the files of this folder share: the objects that a bot of the original No Thanks! engine meets. */
#ifndef CROUPIER_INSIDE_H
#define CROUPIER_INSIDE_H

#include "python.h"

enum { MOST_PLAYERS = 5, WORDS = 7 };

/* What a seat sees, as it stands in a frame of the table after the number of the game. */
typedef union {
    struct {
        uint8_t seat, to_move, round, card, coins_on_card, players;
        struct __attribute__((packed)) {
            uint8_t coins;
            uint64_t held;
        } player[MOST_PLAYERS];
    };
    uint64_t words[WORDS];
} View;

typedef struct {
    Object head;
    Object *number, *penalty, *coins;
    Object *dict;
} Card;

typedef struct {
    Object head;
    Object *name, *coins;
    /* Made out of `held` at the first look. */
    Object *collection;
    uint64_t held;
    Object *dict;
} PlayerState;

typedef struct {
    Object head;
    Object *round;
    /* Made out of the view at the first look. */
    Object *players;
    Object *names;
    Object *dict;
    View view;
} State;

typedef struct {
    Object head;
    Object *name, *coins, *games, *totalpenalty;
    /* The own cards as they came, and as a list once somebody has asked for it. */
    uint64_t held;
    Object *cards;
} Player;

/* A type whose objects come and go with every decision, and some that wait to be used again. */
typedef struct {
    Type *type;
    Object *waiting[8];
    int count;
} Shelf;

extern Shelf cards, players, states;
extern Type *player_type;

/* One more reference to an object. */
static inline Object *another(Object *object) {
    Py_IncRef(object);
    return object;
}

static inline void drop(Object **place) {
    Object *object = *place;
    *place = NULL;
    if (object) Py_DecRef(object);
}

/* Puts a new reference in place of another. */
static inline void put(Object **place, Object *object) {
    Object *old = *place;
    *place = object;
    if (old) Py_DecRef(old);
}

void use_pools(void);
int make_cards(void);
int make_states(void);
int make_player(void);
int make_seat(void);

Object *from_shelf(Shelf *shelf);
void to_shelf(Shelf *shelf, Object *object);
void known_to_the_collector(Object *self);
int changed(Object *self, Object *name, Object *value);
Object *its_dict(Object *self, void *with);
int all_seen(Object *const *parts, int count, Visit visit, void *with);

Object *new_card(int number, int coins);
Object *cards_in(uint64_t set);
int cost_of(uint64_t set);
Object *new_state(const View *view, Object *names);
Object *written(Object *module, Object *const *given, intptr_t count);
Object *seat(Object *module, Object *const *given, intptr_t count);

#endif
