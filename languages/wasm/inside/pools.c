/* Memory for small objects. Python for WASI asks the C library for every object; most of a decision's objects
 * live as long as the decision, so here a freed piece goes to a shelf of its size and is the next one given
 * out.
 *
 * Pieces of one size stand together in a pool, whose first bytes say which size; pools stand in fields, and a
 * map says which fields are ours. What is larger, or came before us, is left to the C library.
 */
#include "inside.h"

enum {
    STEP = 16,
    LARGEST = 512,
    SIZES = LARGEST / STEP,
    POOL = 1 << 14,
    FIELD_BITS = 18,
    FIELD = 1 << FIELD_BITS,
    FIELDS = 1 << (32 - FIELD_BITS),
};

typedef struct Piece {
    struct Piece *next;
} Piece;

/* The head of a pool; it is as long as a step, so that pieces stay aligned. */
typedef union {
    unsigned size;
    char room[STEP];
} Pool;

static Piece *shelf[SIZES];
static char *unused[SIZES], *unused_end[SIZES];
static char *pools, *pools_end;
static unsigned char ours[FIELDS];
static Allocator before;

void *malloc(size_t size);

static unsigned size_of(void *piece) { return ((Pool *)((uintptr_t)piece & ~(uintptr_t)(POOL - 1)))->size; }

static int is_ours(void *piece) { return ours[(uintptr_t)piece >> FIELD_BITS]; }

static char *new_pool(void) {
    if (pools == pools_end) {
        /* Twice as much as is used, since a field begins at a multiple of its size. */
        char *got = malloc(2 * FIELD);
        if (!got) return NULL;
        pools = (char *)(((uintptr_t)got + FIELD - 1) & ~(uintptr_t)(FIELD - 1));
        pools_end = pools + FIELD;
        ours[(uintptr_t)pools >> FIELD_BITS] = 1;
    }
    char *pool = pools;
    pools += POOL;
    return pool;
}

static void *first_use(unsigned size) {
    unsigned length = (size + 1) * STEP;
    if (unused[size] == unused_end[size]) {
        char *pool = new_pool();
        if (!pool) return NULL;
        ((Pool *)pool)->size = size;
        unused[size] = pool + sizeof(Pool);
        unused_end[size] = unused[size] + (POOL - sizeof(Pool)) / length * length;
    }
    void *piece = unused[size];
    unused[size] += length;
    return piece;
}

static void *get(void *with, size_t length) {
    /* Nothing at all wraps around and is left to the C library, too. */
    if (length - 1 >= LARGEST) return before.malloc(before.with, length);
    unsigned size = (length - 1) / STEP;
    Piece *piece = shelf[size];
    if (!piece) return first_use(size);
    shelf[size] = piece->next;
    return piece;
}

static void give_back(void *with, void *old) {
    if (!is_ours(old)) {
        before.free(before.with, old);
        return;
    }
    unsigned size = size_of(old);
    ((Piece *)old)->next = shelf[size];
    shelf[size] = old;
}

static void *get_empty(void *with, size_t count, size_t length) {
    size_t all;
    if (__builtin_mul_overflow(count, length, &all) || all - 1 >= LARGEST)
        return before.calloc(before.with, count, length);
    void *piece = get(with, all);
    return piece ? __builtin_memset(piece, 0, all) : NULL;
}

static void *get_another(void *with, void *old, size_t length) {
    if (!old) return get(with, length);
    if (!is_ours(old)) return before.realloc(before.with, old, length);
    size_t had = (size_of(old) + 1) * STEP;
    if (length <= had && length > had / 2) return old;
    void *piece = get(with, length);
    if (!piece) return NULL;
    __builtin_memcpy(piece, old, length < had ? length : had);
    give_back(with, old);
    return piece;
}

void use_pools(void) {
    if (before.malloc) return;
    PyMem_GetAllocator(FOR_OBJECTS, &before);
    Allocator own = {NULL, get, get_empty, get_another, give_back};
    PyMem_SetAllocator(FOR_MEMORY, &own);
    PyMem_SetAllocator(FOR_OBJECTS, &own);
}
