"""`Player`, from which every No Thanks! bot derives.

It knows its own coins and cards, and nothing of the game: the host writes both before every call, so what a
bot changes here is gone at the next one and reaches nobody else.
"""

import copy

from NoThanksGame import Card, Deck, _cards_of, _cost_of

STARTING_COINS = 11


class Player:
    """A player that takes every card. Derive from it, call `setName` in `__init__`, and write `take`.

    One instance lives through the whole competition, so attributes of your own stay from game to game.
    """

    # For bots whose __init__ does not call this class's.
    name = ""
    coins = STARTING_COINS
    games = 0
    totalpenalty = 0
    # The own cards as a set, and as a list once somebody has asked for it. Cards are built only then: most
    # decisions need no more than what the cards cost, and a list of objects is dearer than the decision.
    _croupier_held = 0
    _croupier_cards = None
    # Where a list comes from; the host puts its own here.
    _croupier_deck = None

    def __init__(self, name=""):
        self.name = name
        self.coins = STARTING_COINS
        self.games = 0
        self.totalpenalty = 0
        self._croupier_held = 0
        self._croupier_cards = None

    @property
    def collection(self):
        """The own cards, lowest first."""
        cards = self._croupier_cards
        if cards is None:
            held, deck = self._croupier_held, self._croupier_deck
            cards = self._croupier_cards = _cards_of(held) if deck is None else deck.list_of(held)
        return cards

    @collection.setter
    def collection(self, cards):
        self._croupier_cards = cards

    def setName(self, name):
        """Gives the player its name."""
        self.name = name

    def score(self):
        """The mean penalty of the games so far; 0 before the first."""
        return self.totalpenalty / self.games if self.games else 0

    def penalty(self, collection=None, coins=0):
        """What the cards cost, minus the coins; without a collection: the own cards and the own coins."""
        if collection is not None:
            return _cost(collection) - coins
        if self._croupier_cards is None:
            return _cost_of(self._croupier_held) - self.coins
        return _cost(self._croupier_cards) - self.coins

    def penaltyWhenTake(self, card):
        """The own penalty after taking the card with the coins on it."""
        if self._croupier_cards is None:
            return _cost_of(self._croupier_held | 1 << card.number) - self.coins - card.coins
        return _cost([*self._croupier_cards, card]) - self.coins - card.coins

    def addCardToCollection(self, card):
        """Puts the card into the own collection, in its place."""
        self.collection.append(card)
        self.collection.sort()

    def reset(self):
        """Back to the start of a game: eleven coins and no cards."""
        self.coins = STARTING_COINS
        self.collection = []

    def take(self, card, state):
        """Whether to take the card; what is true takes, what is false (`None` too) pays a coin."""
        return True

    def startGame(self):
        """Called at the start of each game of this player."""

    def endGame(self, state):
        """Called at the end of each game of this player; `games` and `totalpenalty` already count it."""

    def __repr__(self):
        return self.name or type(self).__name__


def _cost(cards):
    """The sum of the cards whose lower neighbour is not among them."""
    numbers = {card.number for card in cards}
    return sum(number for number in numbers if number - 1 not in numbers)
