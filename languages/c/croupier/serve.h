/* Speaks the protocol of docs/protocol.md for a bot, whose game's header has said how views are read and
 * moves are written. Part of the kit: bots include their game's header instead, once, in one file.
 *
 * Before that, a bot may define:
 *     CROUPIER_NAME   a text: what it calls itself in its hello; tables call it by its file
 *     CROUPIER_START  a function of its own: void f(const view *), called when a game begins
 *     CROUPIER_END    likewise, called when a game is over
 */
#ifndef CROUPIER_SERVE_H
#define CROUPIER_SERVE_H

#include <stdarg.h>
#include <stdint.h>
#include <unistd.h>
#ifdef __cplusplus
#include <exception>
#endif

#include "json.h"

static struct {
    FILE *out;       /* to the table */
    const char *memory; /* what the bot left in this game, as it came with the question */
    const char *refused;
    int time_ms;
    int number;      /* of the question; 0 where none is open */
    char *remember;  /* what the bot leaves with its answer */
    uint64_t luck;
    char move[4096];
} croupier_bot = {.memory = "", .refused = ""};

/* What the bot told the table to keep in this game, "" where nothing. */
static inline const char *croupier_memory(void) { return croupier_bot.memory; }

/* Has the table keep a text for the rest of the game, up to 64 KiB; it comes back with every question. */
static inline void croupier_remember(const char *text) {
    free(croupier_bot.remember);
    croupier_bot.remember = (char *)malloc(strlen(text) + 1);
    if (croupier_bot.remember) strcpy(croupier_bot.remember, text);
}

/* Why the last answer to this question was not accepted; "" where it is asked for the first time. */
static inline const char *croupier_refused(void) { return croupier_bot.refused; }

/* The time for this answer, in thousandths of a second. */
static inline int croupier_time_ms(void) { return croupier_bot.time_ms; }

/* A number from 0 to below this one, from luck of the bot's own: the same whenever a game is played again. */
static inline int croupier_random(int below) {
    uint64_t mixed = croupier_bot.luck += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
    return below > 0 ? (int)((mixed ^ mixed >> 31) % (uint64_t)below) : 0;
}

static inline void croupier_put_text(const char *text) {
    fputc('"', croupier_bot.out);
    for (; *text; text++) {
        unsigned char letter = (unsigned char)*text;
        if (letter == '"' || letter == '\\') fputc('\\', croupier_bot.out);
        if (letter < ' ')
            fprintf(croupier_bot.out, "\\u%04x", letter);
        else
            fputc(letter, croupier_bot.out);
    }
    fputc('"', croupier_bot.out);
}

/* Adds to the move that is answered with, as JSON. */
static inline void croupier_say(const char *format, ...) {
    size_t used = strlen(croupier_bot.move);
    va_list values;
    va_start(values, format);
    vsnprintf(croupier_bot.move + used, sizeof croupier_bot.move - used, format, values);
    va_end(values);
}

/* Tells the table that the bot has failed, in place of an answer. */
static inline void croupier_fault(const char *format, ...) {
    char said[300];
    va_list values;
    va_start(values, format);
    vsnprintf(said, sizeof said, format, values);
    va_end(values);
    if (!croupier_bot.number) return;
    fprintf(croupier_bot.out, "{\"type\":\"fault\",\"number\":%d,\"message\":", croupier_bot.number);
    croupier_put_text(said);
    fputs("}\n", croupier_bot.out);
    fflush(croupier_bot.out);
    croupier_bot.number = 0;
}

/* Has the bot choose; what it throws in C++ is a fault in its own words, and the bot lives on. */
static inline void croupier_choose(const croupier_value *message) {
    const croupier_value *view = croupier_get(message, "view"), *legal = croupier_get(message, "legal");
#ifdef __cplusplus
    try {
        croupier_game_ask(view, legal);
    } catch (const std::exception &thrown) {
        croupier_fault("threw an exception: %s", thrown.what());
    } catch (...) {
        croupier_fault("threw what is no std::exception");
    }
#else
    croupier_game_ask(view, legal);
#endif
}

static inline void croupier_ask(const croupier_value *message) {
    croupier_bot.memory = croupier_text(croupier_get(message, "memory"));
    croupier_bot.refused = croupier_text(croupier_get(message, "refused"));
    croupier_bot.time_ms = croupier_int(croupier_get(message, "time_ms"), 0);
    croupier_bot.number = croupier_int(croupier_get(message, "number"), 0);
    croupier_bot.move[0] = 0;
    croupier_choose(message);
    if (!croupier_bot.number) return;
    fprintf(croupier_bot.out, "{\"type\":\"answer\",\"number\":%d,\"move\":%s", croupier_bot.number, croupier_bot.move);
    if (croupier_bot.remember) {
        fputs(",\"memory\":", croupier_bot.out);
        croupier_put_text(croupier_bot.remember);
        free(croupier_bot.remember);
        croupier_bot.remember = NULL;
    }
    fputs("}\n", croupier_bot.out);
    fflush(croupier_bot.out);
    croupier_bot.number = 0;
}

static inline void croupier_hello(void) {
    fputs("{\"type\":\"hello\",\"protocol\":1", croupier_bot.out);
#ifdef CROUPIER_NAME
    fputs(",\"name\":", croupier_bot.out);
    croupier_put_text(CROUPIER_NAME);
#endif
#ifdef CROUPIER_GAME
    fputs(",\"game\":\"" CROUPIER_GAME "\"", croupier_bot.out);
#endif
#ifdef CROUPIER_WANTS_LEGAL
    fputs(",\"wants\":[\"legal\"]", croupier_bot.out);
#endif
    fputs("}\n", croupier_bot.out);
    fflush(croupier_bot.out);
}

static inline void croupier_hear(const croupier_value *message) {
    const char *type = croupier_text(croupier_get(message, "type"));
    const croupier_value *view = croupier_get(message, "view");
    if (strcmp(type, "ask") == 0) {
        croupier_ask(message);
    } else if (strcmp(type, "hello") == 0) {
        croupier_hello();
    } else if (strcmp(type, "start") == 0) {
        const croupier_value *seed = croupier_get(message, "seed");
        croupier_bot.luck = seed ? (uint64_t)seed->number : 0;
        croupier_bot.memory = croupier_bot.refused = "";
        croupier_game_start(view);
    } else if (strcmp(type, "end") == 0) {
        croupier_game_end(view);
    }
}

int main(void) {
    /* What the bot prints goes to its log; only answers go to the table. */
    int table = dup(1);
    croupier_bot.out = table < 0 ? NULL : fdopen(table, "w");
    if (!croupier_bot.out || dup2(2, 1) < 0) croupier_give_up("its output is closed");
    setvbuf(stdout, NULL, _IOLBF, 0);
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) croupier_hear(croupier_read(line));
    return 0;
}

#endif
