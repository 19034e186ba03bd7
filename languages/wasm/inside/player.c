/* What `NoThanksPlayer.Player` derives from inside the component: the own coins and cards where the host can
 * write them at once, and what they cost without a word of Python.
 *
 * Whatever is not plain here, a collection that somebody looked at or cards of another kind, goes to the
 * method written in Python.
 */
#include "inside.h"

enum { STARTING_COINS = 11, MOST_GIVEN = 8, LARGEST_SMALL = 1 << 16 };

Type *player_type;
static Object *written_penalty, *written_penalty_when_take;
static Object *name_coins, *coins_of_player;

static Object *make(Type *type, Object *given, Object *names) {
    Player *player = (Player *)PyType_GenericAlloc(type, 0);
    if (!player) return NULL;
    /* For bots whose __init__ does not call the one of Player. */
    player->name = PyUnicode_InternFromString("");
    player->coins = PyLong_FromLong(STARTING_COINS);
    player->games = PyLong_FromLong(0);
    player->totalpenalty = PyLong_FromLong(0);
    return &player->head;
}

static int clear(Player *player) {
    drop(&player->name);
    drop(&player->coins);
    drop(&player->games);
    drop(&player->totalpenalty);
    drop(&player->cards);
    return 0;
}

static void dealloc(Player *player) {
    PyObject_GC_UnTrack(player);
    clear(player);
    Type *type = player->head.type;
    ((void (*)(void *))PyType_GetSlot(type, SLOT_FREE))(player);
    Py_DecRef((Object *)type);
}

static int traverse(Player *player, Visit visit, void *with) {
    Object *parts[] = {(Object *)player->head.type, player->name, player->coins, player->games,
                       player->totalpenalty,        player->cards};
    return all_seen(parts, sizeof parts / sizeof *parts, visit, with);
}

static Object *collection_of(Player *player, void *with) {
    if (!player->cards) player->cards = cards_in(player->held);
    return player->cards ? another(player->cards) : NULL;
}

/* Sets the list of the own cards; `None` or nothing: it is made anew. */
static int set_cards(Player *player, Object *value, void *with) {
    put(&player->cards, value && value != &_Py_NoneStruct ? another(value) : NULL);
    return 0;
}

static Object *cards_of(Player *player, void *with) { return another(player->cards ? player->cards : &_Py_NoneStruct); }

static Object *held_by(Player *player, void *with) { return PyLong_FromUnsignedLongLong(player->held); }

static int set_held(Player *player, Object *value, void *with) {
    uint64_t set = value ? PyLong_AsUnsignedLongLong(value) : 0;
    if (set == UINT64_MAX && PyErr_Occurred()) return -1;
    player->held = set;
    return 0;
}

/* Whether the coins of a player are those kept here, and not a class's or a property of the bot's own. */
static int has_plain_coins(Player *player) {
    static Object *asked;
    static int plain;
    Object *type = (Object *)player->head.type;
    if (type != asked) {
        Object *coins = PyObject_GetAttr(type, name_coins);
        plain = coins && coins == coins_of_player;
        drop(&coins);
        put(&asked, another(type));
    }
    return plain && player->coins;
}

/* A number less another, which may be anything. */
static Object *less(long number, Object *other) {
    Object *from = PyLong_FromLong(number);
    Object *rest = from ? PyNumber_Subtract(from, other) : NULL;
    drop(&from);
    return rest;
}

static Object *penalty(Player *player, Object *const *given, intptr_t count, Object *names) {
    if (!count && !names && !player->cards && has_plain_coins(player))
        return less(cost_of(player->held), player->coins);
    Object *all[1 + MOST_GIVEN] = {&player->head};
    intptr_t named = names ? PyTuple_Size(names) : 0;
    if (count + named > MOST_GIVEN) {
        PyErr_SetString(PyExc_TypeError, "penalty() takes a collection and coins");
        return NULL;
    }
    for (intptr_t at = 0; at < count + named; at++)
        all[at + 1] = given[at];
    return PyObject_Vectorcall(written_penalty, all, count + 1, names);
}

/* The value of a small number; -1 for anything else. */
static long small(Object *object) {
    int too_large;
    static Type *number;
    if (!number) {
        Object *zero = PyLong_FromLong(0);
        number = zero->type;
    }
    if (!object || object->type != number) return -1;
    long value = PyLong_AsLongAndOverflow(object, &too_large);
    return value < LARGEST_SMALL ? value : -1;
}

static Object *penalty_when_take(Player *player, Object *given) {
    Card *card = (Card *)given;
    if (!player->cards && has_plain_coins(player) && card->head.type == cards.type) {
        long number = small(card->number), coins = small(card->coins);
        if (number > 0 && number < 63 && coins >= 0) {
            return less(cost_of(player->held | 1ull << number) - coins, player->coins);
        }
    }
    Object *all[] = {&player->head, given};
    return PyObject_Vectorcall(written_penalty_when_take, all, 2, NULL);
}

/* The methods as they are written in Python. */
Object *written(Object *module, Object *const *given, intptr_t count) {
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "two functions are wanted");
        return NULL;
    }
    put(&written_penalty, another(given[0]));
    put(&written_penalty_when_take, another(given[1]));
    return another(&_Py_NoneStruct);
}

int make_player(void) {
    static Member members[] = {
        {"name", AN_OBJECT, offsetof(Player, name), 0, NULL},
        {"coins", AN_OBJECT, offsetof(Player, coins), 0, NULL},
        {"games", AN_OBJECT, offsetof(Player, games), 0, NULL},
        {"totalpenalty", AN_OBJECT, offsetof(Player, totalpenalty), 0, NULL},
        {0},
    };
    static Attribute attributes[] = {
        {"collection", (void *)collection_of, (void *)set_cards, NULL, NULL},
        {"_croupier_held", (void *)held_by, (void *)set_held, NULL, NULL},
        {"_croupier_cards", (void *)cards_of, (void *)set_cards, NULL, NULL},
        {0},
    };
    static Method methods[] = {
        {"penalty", penalty, FAST_WITH_NAMES, NULL},
        {"penaltyWhenTake", penalty_when_take, ONE_ARGUMENT, NULL},
        {0},
    };
    static Slot slots[] = {
        {SLOT_NEW, make},        {SLOT_DEALLOC, dealloc}, {SLOT_TRAVERSE, traverse},     {SLOT_CLEAR, clear},
        {SLOT_MEMBERS, members}, {SLOT_METHODS, methods}, {SLOT_ATTRIBUTES, attributes}, {0},
    };
    static TypeSpec spec = {"_quick.Player", sizeof(Player), 0, MAY_BE_DERIVED_FROM | KNOWN_TO_THE_COLLECTOR, slots};
    player_type = (Type *)PyType_FromSpec(&spec);
    name_coins = PyUnicode_InternFromString("coins");
    if (!player_type || !name_coins) return 0;
    coins_of_player = PyObject_GetAttr((Object *)player_type, name_coins);
    return coins_of_player != NULL;
}
