/* A bot in plain C: it speaks the protocol of docs/protocol.md, has the legal moves listed, and plays the
 * first.
 * cc -O2 -o bare_bot bare_bot.c, then: croupier hearts ./bare_bot house:careful */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 20];

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"type\":\"hello\"")) {
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"bare bot\",\"wants\":[\"legal\"]}");
        } else if (strstr(line, "\"type\":\"ask\"")) {
            const char *number = strstr(line, "\"number\":");
            const char *legal = strstr(line, "\"legal\":[");
            if (!number || !legal) return 1;
            legal += strlen("\"legal\":[");
            printf("{\"type\":\"answer\",\"number\":%d,\"move\":%.*s}\n", atoi(number + strlen("\"number\":")),
                   (int)strcspn(legal, ",]"), legal);
        } else {
            continue;
        }
        fflush(stdout);
    }
    return 0;
}
