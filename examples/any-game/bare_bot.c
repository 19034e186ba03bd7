/* A bot of any game in plain C: it speaks the protocol of docs/protocol.md, has the legal moves listed, and
 * plays the first.
 * cc -O2 -o bare_bot bare_bot.c, then: croupier check ./bare_bot --game score-four */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 20];

/* How long the value is that begins here: a text, an object, a list, or a word. */
static int length_of(const char *value) {
    int depth = 0, in_text = 0, at = 0;
    for (; value[at]; at++) {
        if (in_text) {
            if (value[at] == '\\')
                at++;
            else if (value[at] == '"')
                in_text = 0;
        } else if (value[at] == '"') {
            in_text = 1;
        } else if (value[at] == '{' || value[at] == '[') {
            depth++;
        } else if (depth == 0 && strchr(",]}", value[at])) {
            return at;
        } else if (value[at] == '}' || value[at] == ']') {
            depth--;
        }
    }
    return at;
}

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"type\":\"hello\"")) {
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"bare bot\",\"wants\":[\"legal\"]}");
        } else if (strstr(line, "\"type\":\"ask\"")) {
            const char *number = strstr(line, "\"number\":");
            const char *legal = strstr(line, "\"legal\":[");
            if (!number || !legal)
                return 1;
            legal += strlen("\"legal\":[");
            printf("{\"type\":\"answer\",\"number\":%d,\"move\":%.*s}\n", atoi(number + strlen("\"number\":")),
                   length_of(legal), legal);
        } else {
            continue;
        }
        fflush(stdout);
    }
    return 0;
}
