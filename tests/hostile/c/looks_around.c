// Tries:   to read the plan, other bots and the machine while it is compiled and while it plays, and to open
//          a connection.
// Stopped: sources are compiled in a cell, too (crates/hosts/src/languages/build/run.rs), and bots play in
//          the same cell as every other (crates/hosts/src/cell).
// Told:    nothing, its log says "kept out"; or "does not load: … Cannot fork" where no process can be
//          started.
#include <croupier/no_thanks.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#if __has_include("plan.toml") || __has_include("../plan.toml") || __has_include("/etc/shadow")
static const int found_when_compiled = 1;
#else
static const int found_when_compiled = 0;
#endif

static int can_read(const char *path) {
    char byte;
    int file = open(path, O_RDONLY);
    int found = file >= 0 && read(file, &byte, 1) == 1;
    if (file >= 0) close(file);
    return found;
}

int choose(const no_thanks_view *view) {
    static int looked;
    (void)view;
    if (!looked++) {
        const char *files[] = {"plan.toml", "../plan.toml", "honest.py", "logs/record.croupier", "/etc/shadow"};
        int found = found_when_compiled;
        for (int n = 0; n < 5; n++) found += can_read(files[n]);
        found += socket(AF_INET, SOCK_STREAM, 0) >= 0;
        fputs(found ? "GOT IN\n" : "kept out\n", stderr);
    }
    return 1;
}
