"""Has the classes of the original No Thanks! engine keep their data in `_quick`, which is written in C and is
only in the component: there, making an object in Python takes longer than deciding.

Every method stays the one that is written in Python, but for `penalty` and `penaltyWhenTake` of plain cards.
Has to be imported before anything takes the classes out of their modules.
"""

import copyreg

import _quick
import NoThanksGame
import NoThanksPlayer
import NoThanksState

# What a class has for itself, however it is written.
_OWN = {"__dict__", "__weakref__", "__module__", "__firstlineno__", "__static_attributes__"}
_KEPT = {
    _quick.Card: ("number", "penalty", "coins"),
    _quick.PlayerState: ("name", "coins", "collection"),
    _quick.State: ("players", "round"),
    _quick.Player: ("name", "coins", "games", "totalpenalty", "_croupier_held", "_croupier_cards"),
}


def _written(kept, written):
    """What is written of a class in Python and not in C."""
    there = vars(kept)
    return {name: value for name, value in vars(written).items() if name not in _OWN and name not in there}


def _copied(kept):
    """How objects of a class are copied and pickled, with what C keeps of them."""
    names = _KEPT[kept]

    def parts(this):
        return copyreg.__newobj__, (type(this),), {**vars(this), **{name: getattr(this, name) for name in names}}

    def become(this, state):
        for name, value in state.items():
            setattr(this, name, value)

    return {"__reduce__": parts, "__setstate__": become}


def _adopt(kept, written):
    """Gives a class in C all that is written of it in Python."""
    for name, value in {**_written(kept, written), **_copied(kept), "__doc__": written.__doc__}.items():
        setattr(kept, name, value)
    return kept


def _derive(kept, written):
    """A class once more, derived from the one in C: bots derive from it and have attributes of their own."""
    body = {**_written(kept, written), **_copied(kept), "__module__": written.__module__}
    return type(written.__name__, (kept,), body)


NoThanksGame.Card = NoThanksPlayer.Card = _adopt(_quick.Card, NoThanksGame.Card)
NoThanksState.PlayerState = _adopt(_quick.PlayerState, NoThanksState.PlayerState)
NoThanksState.State = _adopt(_quick.State, NoThanksState.State)
_quick.written(NoThanksPlayer.Player.penalty, NoThanksPlayer.Player.penaltyWhenTake)
NoThanksPlayer.Player = _derive(_quick.Player, NoThanksPlayer.Player)
