/* A bare echo as a bot: it hears a question, takes its number, and sends an answer as long as any bot's. It
   reads no view and does not think, so it is what a conversation over two pipes costs at least. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char heard[1 << 20];

static void say(const char *bytes, size_t size) {
    if (write(1, bytes, size) != (ssize_t)size) exit(1);
}

/* Each loop below takes whole messages out of what has been read, and returns how much is left over. */
static size_t lines(size_t size, const char *move) {
    char *line = heard, *end;
    while ((end = memchr(line, '\n', heard + size - line))) {
        static const char ask[] = "{\"type\":\"ask\",\"number\":";
        if (!strncmp(line, ask, sizeof ask - 1)) {
            char answer[128];
            say(answer, sprintf(answer, "{\"type\":\"answer\",\"number\":%lu,\"move\":%s}\n",
                                strtoul(line + sizeof ask - 1, NULL, 10), move));
        }
        line = end + 1;
    }
    size -= line - heard;
    memmove(heard, line, size);
    return size;
}

static size_t frames(size_t size) {
    char *frame = heard;
    uint32_t length;
    while (size >= 4 && (memcpy(&length, frame, 4), size >= 4 + (size_t)length)) {
        if (frame[4] == 'A') {
            char answer[17] = {13, 0, 0, 0, 'M'};
            memcpy(answer + 5, frame + 5, 4);
            say(answer, sizeof answer);
        }
        frame += 4 + length;
        size -= 4 + length;
    }
    memmove(heard, frame, size);
    return size;
}

int main(int count, char **words) {
    (void)count;
    const char *move = strstr(words[0], "jujitsu") ? "1" : "\"pass\"";
    size_t left = 0;
    ssize_t got = read(0, heard, sizeof heard);
    int framed = got > 0 && memmem(heard, got, "\"compact\":true", 14);
    const char *hello = framed ? "{\"type\":\"hello\",\"protocol\":1,\"compact\":true}\n" : "{\"type\":\"hello\",\"protocol\":1}\n";
    say(hello, strlen(hello));
    while ((got = read(0, heard + left, sizeof heard - left)) > 0) left = framed ? frames(left + got) : lines(left + got, move);
    return 0;
}
