// Tries:   to take whatever lies behind its memory with it: it writes on and on from its own stack.
// Stopped: a process has its own memory, and its end is a crash of this bot alone
//          (crates/hosts/src/life/endings.rs).
// Told:    "crashed: …", or "does not load: … Cannot fork" where no process can be started.
#include <croupier/no_thanks.h>

int choose(const no_thanks_view *view) {
    volatile char here = (char)view->card;
    for (volatile char *at = &here;; at++) *at = here;
}
