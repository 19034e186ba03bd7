/* What a bot may write beside `choose`: functions that are told when a game begins and ends. Part of the
 * kit. */
#ifndef CROUPIER_HOOKS_H
#define CROUPIER_HOOKS_H

static inline void croupier_say(const char *format, ...);
static inline void croupier_fault(const char *format, ...);

#ifdef CROUPIER_START
void CROUPIER_START(const CROUPIER_VIEW *view);
#endif
#ifdef CROUPIER_END
void CROUPIER_END(const CROUPIER_VIEW *view);
#endif

static inline void croupier_game_start(const croupier_value *shown) {
    (void)shown;
#ifdef CROUPIER_START
    CROUPIER_VIEW view = CROUPIER_READ(shown);
    CROUPIER_START(&view);
#endif
}

static inline void croupier_game_end(const croupier_value *shown) {
    (void)shown;
#ifdef CROUPIER_END
    CROUPIER_VIEW view = CROUPIER_READ(shown);
    CROUPIER_END(&view);
#endif
}

#endif
