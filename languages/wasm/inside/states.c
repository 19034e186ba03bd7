/* `State` and `PlayerState` of the original No Thanks! engine, made as far as somebody looks; their methods
 * are those of `NoThanksState`.
 */
#include "inside.h"

Shelf states, players;

static Object *make(Type *type, Object *given, Object *names) { return PyType_GenericAlloc(type, 0); }

static int player_clear(PlayerState *player) {
    drop(&player->name);
    drop(&player->coins);
    drop(&player->collection);
    drop(&player->dict);
    return 0;
}

static void player_dealloc(PlayerState *player) {
    PyObject_GC_UnTrack(player);
    player_clear(player);
    to_shelf(&players, &player->head);
}

static int player_traverse(PlayerState *player, Visit visit, void *with) {
    Object *parts[] = {(Object *)player->head.type, player->name, player->coins, player->collection, player->dict};
    return all_seen(parts, sizeof parts / sizeof *parts, visit, with);
}

static Object *collection_of(PlayerState *player, void *with) {
    if (!player->collection) {
        player->collection = cards_in(player->held);
        if (!player->collection) return NULL;
        known_to_the_collector(&player->head);
    }
    return another(player->collection);
}

static int set_collection(PlayerState *player, Object *value, void *with) {
    if (!value) {
        PyErr_SetString(PyExc_TypeError, "a collection cannot be deleted");
        return -1;
    }
    put(&player->collection, another(value));
    return 0;
}

static Object *new_player(Object *name, int coins, uint64_t set) {
    PlayerState *player = (PlayerState *)from_shelf(&players);
    if (!player) return NULL;
    player->name = another(name);
    player->coins = PyLong_FromLong(coins);
    player->collection = NULL;
    player->held = set;
    player->dict = NULL;
    return &player->head;
}

/* The players in a view, who decides first. */
static Object *players_in(const View *view, Object *names) {
    int seat = view->to_move;
    Object *list = PyList_New(view->players);
    for (int place = 0; list && place < view->players; place++) {
        Object *name = PyTuple_GetItem(names, seat);
        Object *player = name ? new_player(name, view->player[seat].coins, view->player[seat].held) : NULL;
        if (player) {
            PyList_SetItem(list, place, player);
        } else {
            drop(&list);
        }
        seat = seat + 1 == view->players ? 0 : seat + 1;
    }
    return list;
}

static int state_clear(State *state) {
    drop(&state->round);
    drop(&state->players);
    drop(&state->names);
    drop(&state->dict);
    return 0;
}

static void state_dealloc(State *state) {
    PyObject_GC_UnTrack(state);
    state_clear(state);
    to_shelf(&states, &state->head);
}

static int state_traverse(State *state, Visit visit, void *with) {
    Object *parts[] = {(Object *)state->head.type, state->round, state->players, state->dict};
    return all_seen(parts, sizeof parts / sizeof *parts, visit, with);
}

static Object *players_of(State *state, void *with) {
    if (!state->players) {
        if (!state->names) {
            PyErr_SetString(PyExc_TypeError, "this state has no players yet");
            return NULL;
        }
        state->players = players_in(&state->view, state->names);
        if (!state->players) return NULL;
        known_to_the_collector(&state->head);
    }
    return another(state->players);
}

static int set_players(State *state, Object *value, void *with) {
    if (!value) {
        PyErr_SetString(PyExc_TypeError, "the players of a state cannot be deleted");
        return -1;
    }
    put(&state->players, another(value));
    return 0;
}

Object *new_state(const View *view, Object *names) {
    State *state = (State *)from_shelf(&states);
    if (!state) return NULL;
    state->round = PyLong_FromLong(view->round);
    state->players = NULL;
    state->names = another(names);
    state->dict = NULL;
    state->view = *view;
    return &state->head;
}

static int make_players(void) {
    static Member members[] = {
        {"name", AN_OBJECT, offsetof(PlayerState, name), 0, NULL},
        {"coins", AN_OBJECT, offsetof(PlayerState, coins), 0, NULL},
        {"__dictoffset__", A_SIZE, offsetof(PlayerState, dict), READ_ONLY, NULL},
        {0},
    };
    static Attribute attributes[] = {
        {"collection", (void *)collection_of, (void *)set_collection, NULL, NULL},
        {"__dict__", its_dict, PyObject_GenericSetDict, NULL, NULL},
        {0},
    };
    static Slot slots[] = {
        {SLOT_NEW, make},
        {SLOT_DEALLOC, player_dealloc},
        {SLOT_TRAVERSE, player_traverse},
        {SLOT_CLEAR, player_clear},
        {SLOT_SETATTR, changed},
        {SLOT_MEMBERS, members},
        {SLOT_ATTRIBUTES, attributes},
        {0},
    };
    static TypeSpec spec = {"NoThanksState.PlayerState", sizeof(PlayerState), 0,
                            MAY_BE_DERIVED_FROM | KNOWN_TO_THE_COLLECTOR, slots};
    players.type = (Type *)PyType_FromSpec(&spec);
    return players.type != NULL;
}

int make_states(void) {
    static Member members[] = {
        {"round", AN_OBJECT, offsetof(State, round), 0, NULL},
        {"__dictoffset__", A_SIZE, offsetof(State, dict), READ_ONLY, NULL},
        {0},
    };
    static Attribute attributes[] = {
        {"players", (void *)players_of, (void *)set_players, NULL, NULL},
        {"__dict__", its_dict, PyObject_GenericSetDict, NULL, NULL},
        {0},
    };
    static Slot slots[] = {
        {SLOT_NEW, make},
        {SLOT_DEALLOC, state_dealloc},
        {SLOT_TRAVERSE, state_traverse},
        {SLOT_CLEAR, state_clear},
        {SLOT_SETATTR, changed},
        {SLOT_MEMBERS, members},
        {SLOT_ATTRIBUTES, attributes},
        {0},
    };
    static TypeSpec spec = {"NoThanksState.State", sizeof(State), 0, MAY_BE_DERIVED_FROM | KNOWN_TO_THE_COLLECTOR,
                            slots};
    states.type = (Type *)PyType_FromSpec(&spec);
    return states.type != NULL && make_players();
}
