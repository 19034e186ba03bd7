// Tries:   to think for ever, and to have the machine blamed for it: it sleeps, and is ready for a processor
//          in the very moments in which its clocks are looked at, as if it had waited for one all the time.
// Stopped: a wait that is not over counts from when it was last seen not to wait
//          (crates/hosts/src/time/limit.rs).
// Told:    "late: thought for …; 0.05 s are allowed".
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <time.h>

static double clock_of(clockid_t which) {
    struct timespec t;
    clock_gettime(which, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static void sleep_until(double when) {
    struct timespec t = { (time_t) when, (long) ((when - (time_t) when) * 1e9) };
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

// Spins around a moment; where the longest gap ends, somebody else had the processor, who looked.
static double looked_at(double moment) {
    double last = clock_of(CLOCK_MONOTONIC), next, gap = 30e-6, seen = moment;
    while ((next = clock_of(CLOCK_MONOTONIC)) < moment + 0.001) {
        if (next - last > gap) {
            gap = next - last;
            seen = next;
        }
        last = next;
    }
    return seen;
}

int main(void) {
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"type\":\"hello\"")) {
            puts("{\"type\":\"hello\",\"protocol\":1}");
        } else if (strstr(line, "\"type\":\"ask\"")) {
            // The first look comes after a quarter of the limit, the others when the rest could be over.
            double seen = looked_at(clock_of(CLOCK_MONOTONIC) + 0.0125);
            double before = clock_of(CLOCK_PROCESS_CPUTIME_ID), left = 0.05;
            while (left > 0.002) {
                double look = seen + left + 0.0001;
                sleep_until(look - 0.001);
                seen = looked_at(look);
                left = 0.05 - (clock_of(CLOCK_PROCESS_CPUTIME_ID) - before);
            }
            sleep_until(clock_of(CLOCK_MONOTONIC) + 3600);
        }
        fflush(stdout);
    }
    return 0;
}
