/* The module `_quick`, which only the component has. From its import on, small objects come from pools. */
#include "inside.h"

static Method functions[] = {
    {"written", written, FAST, "The methods of Player as they are written in Python, for what is not plain."},
    {"seat", seat, FAST, "Who sits here, what deals luck, reads names and tells of an exception, and what makes new players."},
    {0},
};

__attribute__((visibility("default"))) Object *PyInit__quick(void) {
    static Module about = {{{1, NULL}, NULL, 0, NULL}, "_quick", NULL, -1, functions, NULL, NULL, NULL, NULL};
    use_pools();
    Object *module = PyModule_Create2(&about, MODULE_API);
    if (!module || !make_cards() || !make_states() || !make_player() || !make_seat()) return NULL;
    int bad = PyModule_AddObjectRef(module, "Card", (Object *)cards.type);
    bad |= PyModule_AddObjectRef(module, "State", (Object *)states.type);
    bad |= PyModule_AddObjectRef(module, "PlayerState", (Object *)players.type);
    bad |= PyModule_AddObjectRef(module, "Player", (Object *)player_type);
    return bad ? NULL : module;
}
