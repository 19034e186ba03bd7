/* JSON as the table writes it, read into values that live until the next message. Part of the kit: bots
 * include their game's header instead. */
#ifndef CROUPIER_JSON_H
#define CROUPIER_JSON_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum croupier_kind {
    CROUPIER_NULL,
    CROUPIER_FALSE,
    CROUPIER_TRUE,
    CROUPIER_NUMBER,
    CROUPIER_TEXT,
    CROUPIER_LIST,
    CROUPIER_OBJECT
};

/* A value. Members of lists and objects are a chain: `first`, then `next` of each. */
typedef struct croupier_value {
    enum croupier_kind kind;
    const char *key;  /* its name in an object */
    const char *text; /* of a text */
    double number;    /* of a number */
    int count;        /* of members */
    const char *raw;  /* as it was written, raw_length bytes */
    size_t raw_length;
    struct croupier_value *first, *next;
} croupier_value;

/* Values come from blocks that are used again for every message. */
struct croupier_block {
    struct croupier_block *next;
    int used;
    croupier_value values[512];
};

static struct {
    struct croupier_block *blocks, *block;
    char *texts;
    size_t texts_size, texts_used;
    const char *at;
} croupier_reader;

static inline void croupier_give_up(const char *why) {
    fprintf(stderr, "croupier: %s\n", why);
    exit(1);
}

static inline croupier_value *croupier_new_value(void) {
    struct croupier_block *block = croupier_reader.block;
    if (!block || block->used == 512) {
        struct croupier_block *next = block ? block->next : croupier_reader.blocks;
        if (!next) {
            next = (struct croupier_block *)calloc(1, sizeof *next);
            if (!next) croupier_give_up("out of memory");
            if (block)
                block->next = next;
            else
                croupier_reader.blocks = next;
        }
        next->used = 0;
        croupier_reader.block = block = next;
    }
    croupier_value *value = &block->values[block->used++];
    memset(value, 0, sizeof *value);
    return value;
}

static inline void croupier_skip(void) {
    while (*croupier_reader.at && strchr(" \t\r\n", *croupier_reader.at)) croupier_reader.at++;
}

static inline unsigned croupier_hex(void) {
    unsigned code = 0;
    for (int n = 0; n < 4 && croupier_reader.at[1]; n++) {
        char digit = *++croupier_reader.at;
        code = code * 16 + (unsigned)(digit <= '9' ? digit - '0' : (digit | 32) - 'a' + 10);
    }
    return code & 0xffff;
}

/* A letter beyond ASCII in UTF-8. */
static inline void croupier_put_letter(unsigned code, char **to) {
    if (code < 0x80) {
        *(*to)++ = (char)code;
        return;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned heads[] = {0, 0xc0, 0xe0, 0xf0};
    *(*to)++ = (char)(heads[more] | code >> 6 * more);
    while (more--) *(*to)++ = (char)(0x80 | (code >> 6 * more & 0x3f));
}

static inline void croupier_escaped(char **to) {
    static const char plain[] = "n\nt\tr\rb\bf\f";
    char letter = *croupier_reader.at;
    if (letter == 'u') {
        unsigned code = croupier_hex();
        if ((code & 0xfc00) == 0xd800 && croupier_reader.at[1] == '\\' && croupier_reader.at[2] == 'u') {
            croupier_reader.at += 2;
            code = 0x10000 + ((code & 0x3ff) << 10) + (croupier_hex() & 0x3ff);
        }
        croupier_put_letter(code, to);
        return;
    }
    for (const char *pair = plain; *pair; pair += 2)
        if (*pair == letter) letter = pair[1];
    *(*to)++ = letter;
}

/* The text that begins here, with its quotes taken off. */
static inline const char *croupier_read_text(void) {
    char *text = croupier_reader.texts + croupier_reader.texts_used, *to = text;
    for (croupier_reader.at++; *croupier_reader.at && *croupier_reader.at != '"'; croupier_reader.at++) {
        if (*croupier_reader.at != '\\') {
            *to++ = *croupier_reader.at;
        } else if (*++croupier_reader.at) {
            croupier_escaped(&to);
        } else {
            break;
        }
    }
    if (*croupier_reader.at) croupier_reader.at++;
    *to++ = 0;
    croupier_reader.texts_used = (size_t)(to - croupier_reader.texts);
    return text;
}

static inline croupier_value *croupier_read_value(void);

static inline void croupier_read_members(croupier_value *value, char close) {
    croupier_value **last = &value->first;
    croupier_reader.at++;
    for (croupier_skip(); *croupier_reader.at && *croupier_reader.at != close; croupier_skip()) {
        const char *before = croupier_reader.at, *key = NULL;
        if (close == '}' && *croupier_reader.at == '"') {
            key = croupier_read_text();
            croupier_skip();
            if (*croupier_reader.at == ':') croupier_reader.at++;
        }
        *last = croupier_read_value();
        (*last)->key = key;
        last = &(*last)->next;
        value->count++;
        croupier_skip();
        if (*croupier_reader.at == ',') croupier_reader.at++;
        if (croupier_reader.at == before) break;
    }
    if (*croupier_reader.at) croupier_reader.at++;
}

static inline croupier_value *croupier_read_value(void) {
    croupier_value *value = croupier_new_value();
    croupier_skip();
    value->raw = croupier_reader.at;
    switch (*croupier_reader.at) {
    case '{':
        value->kind = CROUPIER_OBJECT;
        croupier_read_members(value, '}');
        break;
    case '[':
        value->kind = CROUPIER_LIST;
        croupier_read_members(value, ']');
        break;
    case '"':
        value->kind = CROUPIER_TEXT;
        value->text = croupier_read_text();
        break;
    case 't':
    case 'f':
    case 'n':
        value->kind = *value->raw == 't' ? CROUPIER_TRUE : *value->raw == 'f' ? CROUPIER_FALSE : CROUPIER_NULL;
        croupier_reader.at += strspn(croupier_reader.at, "aeflnrstu");
        break;
    default: {
        char *end;
        value->kind = CROUPIER_NUMBER;
        value->number = strtod(croupier_reader.at, &end);
        croupier_reader.at = end;
    }
    }
    value->raw_length = (size_t)(croupier_reader.at - value->raw);
    return value;
}

/* Reads a line; what was read before is gone. */
static inline croupier_value *croupier_read(const char *line) {
    size_t needed = 2 * strlen(line) + 2;
    if (needed > croupier_reader.texts_size) {
        free(croupier_reader.texts);
        croupier_reader.texts = (char *)malloc(needed);
        if (!croupier_reader.texts) croupier_give_up("out of memory");
        croupier_reader.texts_size = needed;
    }
    croupier_reader.texts_used = 0;
    croupier_reader.block = NULL;
    croupier_reader.at = line;
    return croupier_read_value();
}

/* A member of an object; NULL where there is none, or null is written there. */
static inline const croupier_value *croupier_get(const croupier_value *object, const char *key) {
    for (const croupier_value *member = object ? object->first : NULL; member; member = member->next)
        if (member->key && strcmp(member->key, key) == 0) return member->kind == CROUPIER_NULL ? NULL : member;
    return NULL;
}

/* The member of a list at this place, counted from 0; NULL where there is none. */
static inline const croupier_value *croupier_at(const croupier_value *list, int place) {
    const croupier_value *member = list && place >= 0 ? list->first : NULL;
    while (member && place--) member = member->next;
    return member;
}

/* How many members a list or an object has. */
static inline int croupier_count(const croupier_value *value) { return value ? value->count : 0; }

/* A whole number; `otherwise` where there is none. */
static inline int croupier_int(const croupier_value *value, int otherwise) {
    return value && value->kind == CROUPIER_NUMBER ? (int)value->number : otherwise;
}

/* A text; "" where there is none. */
static inline const char *croupier_text(const croupier_value *value) { return value && value->text ? value->text : ""; }

/* Whether it is true. */
static inline int croupier_is_true(const croupier_value *value) { return value && value->kind == CROUPIER_TRUE; }

/* Copies the whole numbers of a list, at most `most`; how many there are. */
static inline int croupier_ints(const croupier_value *list, int *to, int most) {
    int count = 0;
    for (const croupier_value *member = list ? list->first : NULL; member && count < most; member = member->next)
        to[count++] = croupier_int(member, 0);
    return count;
}

#endif
