/* The seat of a bot of the original No Thanks! engine, with direct calls: the table calls these three
 * functions past the component's general ones. Views come as seven words. One component has one bot, so there
 * is one seat.
 *
 * Each does what `OriginalSeat` in `croupier._original` does, and keeps the lock that Python has on itself:
 * nobody else is in here who would want it.
 */
#include "inside.h"

enum { HEAD = 9, SEED = 8, VIEW_HEAD = 6, PLAYER = 9 };
/* What a direct call answers where something was raised; `why` tells more. */
static const uint64_t FAILED = UINT64_MAX;

static Player *seated;
static Object *names;
static Object *deal, *read_names, *failed;
/* The class of a player that no game is to remember another for; otherwise nothing. */
static Object *renewed;
static Object *name_take, *name_reset, *name_start, *name_end;
static long games, total;

void *realloc(void *old, size_t size);
void free(void *old);

/* `seat(player, deal, read_names, failed, renewed)`: who sits here; what is called for a game's luck, for
 * names that are new and for an exception; and what makes a new player for each game, or `None`.
 */
Object *seat(Object *module, Object *const *given, intptr_t count) {
    if (count != 5) {
        PyErr_SetString(PyExc_TypeError, "a player, three functions and a class or None are wanted");
        return NULL;
    }
    put((Object **)&seated, another(given[0]));
    put(&deal, another(given[1]));
    put(&read_names, another(given[2]));
    put(&failed, another(given[3]));
    put(&renewed, given[4] == &_Py_NoneStruct ? NULL : another(given[4]));
    return another(&_Py_NoneStruct);
}

static void enter(void) {
    static int entered;
    if (!entered) PyGILState_Ensure();
    entered = 1;
}

/* Ends a visit: the code of an answer, or what an exception comes to. */
static uint64_t left(int code) {
    if (code >= 0) return code;
    Object *error = PyErr_GetRaisedException();
    Object *told = error ? PyObject_Vectorcall(failed, &error, 1, NULL) : NULL;
    drop(&error);
    drop(&told);
    return FAILED;
}

/* Brings the player's own coins and cards in step with the table. */
static void in_step(const View *view) {
    seated->held = view->player[view->seat].held;
    drop(&seated->cards);
    put(&seated->coins, PyLong_FromLong(view->player[view->seat].coins));
}

/* Calls a method of the player; whether it raised nothing. */
static int called(Object *method, Object *with) {
    Object *given[] = {&seated->head, with};
    Object *answer = PyObject_VectorcallMethod(method, given, with ? 2 : 1, NULL);
    int well = answer != NULL;
    drop(&answer);
    return well;
}

/* A call with one number or one text, whose reference it takes. */
static Object *of(Object *function, Object *given) {
    Object *answer = given ? PyObject_Vectorcall(function, &given, 1, NULL) : NULL;
    drop(&given);
    return answer;
}

/* A new player for a new game, where that is wanted; whether there is one to go on with. */
static int is_ready(void) {
    if (!renewed) return 1;
    Object *player = PyObject_Vectorcall(renewed, NULL, 0, NULL);
    if (!player) return 0;
    put((Object **)&seated, player);
    games = total = 0;
    return 1;
}

static int begun(const uint8_t *frame, size_t length) {
    View view;
    __builtin_memset(&view, 0, sizeof view);
    size_t seen = VIEW_HEAD + PLAYER * frame[HEAD + offsetof(View, players)];
    __builtin_memcpy(&view, frame + HEAD, seen);
    const uint8_t *seed = frame + HEAD + seen;
    uint64_t luck;
    __builtin_memcpy(&luck, seed, SEED);
    Object *dealt = of(deal, PyLong_FromUnsignedLongLong(luck));
    if (!dealt) return -1;
    drop(&dealt);
    Object *text = PyBytes_FromStringAndSize((const char *)seed + SEED, frame + length - (seed + SEED));
    Object *read = of(read_names, text);
    if (!read) return -1;
    put(&names, read);
    if (!is_ready() || !called(name_reset, NULL)) return -1;
    /* The table may have added a suffix, and a bot looks for itself by name. */
    put(&seated->name, another(PyTuple_GetItem(names, view.seat)));
    in_step(&view);
    return called(name_start, NULL) ? 0 : -1;
}

/* Where the frame of a beginning is put. */
__attribute__((export_name("cabi_realloc"))) void *room_for(void *old, size_t had, size_t aligned, size_t size) {
    return realloc(old, size);
}

__attribute__((export_name("begin"))) uint64_t begin(uint8_t *frame, size_t length) {
    enter();
    int code = begun(frame, length);
    free(frame);
    return left(code);
}

/* Whether the bot takes the card; -1 where it raised something. */
static int decided(const View *view) {
    in_step(view);
    Object *card = new_card(view->card, view->coins_on_card);
    Object *state = new_state(view, names);
    Object *given[] = {&seated->head, card, state};
    Object *answer = card && state ? PyObject_VectorcallMethod(name_take, given, 3, NULL) : NULL;
    int takes = answer ? PyObject_IsTrue(answer) : -1;
    drop(&answer);
    drop(&state);
    drop(&card);
    return takes;
}

__attribute__((export_name("decide"))) uint64_t decide(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e,
                                                       uint64_t f, uint64_t g) {
    View view = {.words = {a, b, c, d, e, f, g}};
    enter();
    return left(decided(&view));
}

static int ended(const View *view) {
    in_step(view);
    games++;
    total += cost_of(seated->held) - view->player[view->seat].coins;
    put(&seated->games, PyLong_FromLong(games));
    put(&seated->totalpenalty, PyLong_FromLong(total));
    Object *state = new_state(view, names);
    int well = state && called(name_end, state);
    drop(&state);
    return well ? 0 : -1;
}

__attribute__((export_name("finish"))) uint64_t finish(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e,
                                                       uint64_t f, uint64_t g) {
    View view = {.words = {a, b, c, d, e, f, g}};
    enter();
    return left(ended(&view));
}

int make_seat(void) {
    name_take = PyUnicode_InternFromString("take");
    name_reset = PyUnicode_InternFromString("reset");
    name_start = PyUnicode_InternFromString("startGame");
    name_end = PyUnicode_InternFromString("endGame");
    /* For a bot that comes in the middle of a game; the next start has the names. */
    names = PyTuple_New(MOST_PLAYERS);
    for (int at = 0; names && at < MOST_PLAYERS; at++) {
        char text[] = "Player 0";
        text[sizeof text - 2] += at;
        PyTuple_SetItem(names, at, PyUnicode_InternFromString(text));
    }
    return name_take && name_reset && name_start && name_end && names;
}
