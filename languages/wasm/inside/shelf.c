/* Objects that live as long as a decision: kept when they are dropped, and given out again as new ones.
 *
 * The collector hears of an object only when somebody changes it: as we make them they refer to nothing that
 * could refer back.
 */
#include "inside.h"

Object *from_shelf(Shelf *shelf) {
    if (!shelf->count) return _PyObject_GC_New(shelf->type);
    return PyObject_Init(shelf->waiting[--shelf->count], shelf->type);
}

/* The end of an object whose parts are dropped already. */
void to_shelf(Shelf *shelf, Object *object) {
    Type *type = object->type;
    if (type == shelf->type && shelf->count < (int)(sizeof shelf->waiting / sizeof *shelf->waiting)) {
        shelf->waiting[shelf->count++] = object;
    } else {
        ((void (*)(void *))PyType_GetSlot(type, SLOT_FREE))(object);
    }
    Py_DecRef((Object *)type);
}

/* From here on the collector looks after an object. */
void known_to_the_collector(Object *self) {
    if (!PyObject_GC_IsTracked(self)) PyObject_GC_Track(self);
}

/* Sets any attribute. */
int changed(Object *self, Object *name, Object *value) {
    known_to_the_collector(self);
    return PyObject_GenericSetAttr(self, name, value);
}

/* `__dict__`, through which it can be changed, too. */
Object *its_dict(Object *self, void *with) {
    known_to_the_collector(self);
    return PyObject_GenericGetDict(self, with);
}

/* Shows the collector what an object refers to. */
int all_seen(Object *const *parts, int count, Visit visit, void *with) {
    for (int at = 0; at < count; at++) {
        int stop = parts[at] ? visit(parts[at], with) : 0;
        if (stop) return stop;
    }
    return 0;
}
