/* Any game: views and moves are the JSON of its rules page. A bot writes `choose`. */
#ifndef CROUPIER_ANY_GAME_H
#define CROUPIER_ANY_GAME_H

#include "json.h"

#define CROUPIER_WANTS_LEGAL

/* Written by the bot: one of the legal moves, by its place in the list, counted from 0. `croupier_get`,
 * `croupier_at`, `croupier_int` and `croupier_text` of json.h look into a view. */
int choose(const croupier_value *view, const croupier_value *legal);

static inline croupier_value croupier_as_it_is(const croupier_value *shown) {
    static croupier_value nothing;
    return shown ? *shown : nothing;
}

#define CROUPIER_VIEW croupier_value
#define CROUPIER_READ croupier_as_it_is
#include "hooks.h"

static inline void croupier_game_ask(const croupier_value *shown, const croupier_value *legal) {
    int place = choose(shown, legal);
    const croupier_value *move = croupier_at(legal, place);
    if (move)
        croupier_say("%.*s", (int)move->raw_length, move->raw);
    else
        croupier_fault("choose returned %d; there are %d legal moves, counted from 0", place, croupier_count(legal));
}

#include "serve.h"

#endif
