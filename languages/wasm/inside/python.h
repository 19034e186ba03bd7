/* What we use of Python's C interface, declared by hand: the component's builder brings Python itself and no
 * headers.
 *
 * Layouts are those of the stable interface. WebAssembly checks the signature of whatever is called through a
 * pointer, so functions have exactly the parameters that their kind has.
 */
#ifndef CROUPIER_PYTHON_H
#define CROUPIER_PYTHON_H

#include <stddef.h>
#include <stdint.h>

typedef struct Type Type;
typedef struct {
    intptr_t references;
    Type *type;
} Object;

typedef int (*Visit)(Object *seen, void *with);

typedef struct {
    const char *name;
    void *function;
    int how;
    const char *about;
} Method;
enum { ONE_ARGUMENT = 8, FAST = 0x80, FAST_WITH_NAMES = 0x82 };

typedef struct {
    const char *name;
    int kind;
    intptr_t offset;
    int flags;
    const char *about;
} Member;
enum { AN_OBJECT = 16, A_SIZE = 19, READ_ONLY = 1 };

typedef struct {
    const char *name;
    Object *(*get)(Object *self, void *with);
    int (*set)(Object *self, Object *value, void *with);
    const char *about;
    void *with;
} Attribute;

typedef struct {
    int slot;
    void *function;
} Slot;
enum {
    SLOT_CLEAR = 51,
    SLOT_DEALLOC = 52,
    SLOT_METHODS = 64,
    SLOT_NEW = 65,
    SLOT_SETATTR = 69,
    SLOT_TRAVERSE = 71,
    SLOT_MEMBERS = 72,
    SLOT_ATTRIBUTES = 73,
    SLOT_FREE = 74,
};

typedef struct {
    const char *name;
    int size;
    int item;
    unsigned int flags;
    Slot *slots;
} TypeSpec;
enum { MAY_BE_DERIVED_FROM = 1 << 10, KNOWN_TO_THE_COLLECTOR = 1 << 14 };

typedef struct {
    struct {
        Object head;
        void *init;
        intptr_t index;
        Object *copy;
    } base;
    const char *name;
    const char *about;
    intptr_t size;
    Method *methods;
    void *slots, *traverse, *clear, *free;
} Module;
enum { MODULE_API = 1013 };

typedef struct {
    void *with;
    void *(*malloc)(void *with, size_t size);
    void *(*calloc)(void *with, size_t count, size_t size);
    void *(*realloc)(void *with, void *old, size_t size);
    void (*free)(void *with, void *old);
} Allocator;
enum { FOR_MEMORY = 1, FOR_OBJECTS = 2 };

extern Object _Py_NoneStruct;
extern Object *PyExc_TypeError;

void Py_IncRef(Object *object);
void Py_DecRef(Object *object);
Object *PyModule_Create2(Module *module, int api);
int PyModule_AddObjectRef(Object *module, const char *name, Object *value);
Object *PyType_FromSpec(TypeSpec *spec);
void *PyType_GetSlot(Type *type, int slot);
Object *PyType_GenericAlloc(Type *type, intptr_t items);
Object *PyObject_Init(Object *object, Type *type);
Object *_PyObject_GC_New(Type *type);
void PyObject_GC_Del(void *object);
void PyObject_GC_Track(void *object);
void PyObject_GC_UnTrack(void *object);
int PyObject_GC_IsTracked(Object *object);
Object *PyObject_GenericGetDict(Object *object, void *with);
int PyObject_GenericSetDict(Object *object, Object *value, void *with);
Object *PyObject_GetAttr(Object *object, Object *name);
int PyObject_GenericSetAttr(Object *object, Object *name, Object *value);
Object *PyObject_Vectorcall(Object *function, Object *const *given, size_t count, Object *names);
Object *PyObject_VectorcallMethod(Object *name, Object *const *given, size_t count, Object *names);
int PyObject_IsTrue(Object *object);
Object *PyUnicode_InternFromString(const char *text);
Object *PyBytes_FromStringAndSize(const char *text, intptr_t size);
Object *PyLong_FromLong(long value);
Object *PyLong_FromUnsignedLongLong(unsigned long long value);
long PyLong_AsLongAndOverflow(Object *object, int *overflow);
unsigned long long PyLong_AsUnsignedLongLong(Object *object);
Object *PyNumber_Subtract(Object *left, Object *right);
Object *PyList_New(intptr_t size);
int PyList_SetItem(Object *list, intptr_t at, Object *item);
intptr_t PyTuple_Size(Object *tuple);
Object *PyTuple_New(intptr_t size);
int PyTuple_SetItem(Object *tuple, intptr_t at, Object *item);
Object *PyTuple_GetItem(Object *tuple, intptr_t at);
Object *PyErr_GetRaisedException(void);
Object *PyErr_Occurred(void);
void PyErr_SetString(Object *kind, const char *text);
int PyGILState_Ensure(void);
void PyMem_GetAllocator(int domain, Allocator *allocator);
void PyMem_SetAllocator(int domain, Allocator *allocator);

#endif
