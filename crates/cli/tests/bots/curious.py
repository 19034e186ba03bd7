"""Bots that look at everything the original engine showed, take it apart, and print what they find."""

import copy
import gc
import pickle

from NoThanksGame import Card, Deck
from NoThanksPlayer import Player
from NoThanksState import PlayerState, State


class Marked(Card):
    """A card of a bot's own kind."""

    def __init__(self, number, mark):
        Card.__init__(self, number)
        self.mark = mark


class Like:
    """No card at all, but it has a number and coins."""

    number, coins = 9, 1


class Load:
    """Counts how many of it are gone."""

    gone = 0

    def __del__(self):
        Load.gone += 1


def error_of(call):
    try:
        return call()
    except Exception as error:
        return type(error).__name__


class Curious(Player):
    """Looks."""

    def __init__(self):
        Player.__init__(self)
        self.setName("Curious")
        self.mine = 0

    def startGame(self):
        print("start", self.name, self.coins, self.collection, self.games, self.totalpenalty, self.score())

    def endGame(self, state):
        print("end", self.games, self.totalpenalty, f"{self.score():.4f}", self.coins, self.collection, self.penalty())
        print(state)

    def take(self, card, state):
        self.mine += 1
        looks = (self.at_the_card, self.at_the_state, self.at_copies, self.at_itself, self.at_costs, self.at_changes)
        looks[self.mine % len(looks)](card, state)
        return self.mine % 3 == 0

    def at_the_card(self, card, state):
        print(card, [card], card.number, card.penalty, card.coins, hash(card), isinstance(card, Card))
        low, high = Card(2), Card(40, 3)
        print(low < card < high, low <= card, high > card, card >= card, card == Card(card.number), card != low)
        print(sorted([high, card, low]), max(low, high), card == card.number, card in [Card(card.number)], {card: 1})
        print(type(card).__name__, type(card).__module__, Card.__doc__, card.coins + high.coins)
        marked = Marked(7, "x")
        print(marked, marked.mark, marked.coins, marked < card, copy.copy(marked).mark)

    def at_the_state(self, card, state):
        print(isinstance(state, State), [isinstance(player, PlayerState) for player in state.players])
        print(state.round, [(player.name, player.coins, player.collection) for player in state.players])
        print([[other.penalty for other in player.collection] for player in state.players], state.players[-1])
        print(state, state.players is state.players, State(state.players[:1], 3), PlayerState("Zoe", 1, [card]))
        print(sorted(state.players, key=lambda player: (player.coins, player.name))[0].name)

    def at_copies(self, card, state):
        kept = copy.deepcopy(state)
        card.note = "seen"
        state.players[0].coins = 99
        print(kept.players[0].coins, kept.round, pickle.loads(pickle.dumps(kept)).players[1].collection)
        print(copy.copy(card).note, pickle.loads(pickle.dumps(card)).note, copy.deepcopy([card, card])[0].coins)
        twin = copy.deepcopy(self)
        twin.mine, twin.coins = -1, 50
        print(self.mine > 0, twin.penalty() + 50 == self.penalty() + self.coins, twin.name, twin.collection)

    def at_itself(self, card, state):
        print(self, self.name, self.coins, self.collection, self.collection is self.collection, Player.take(self, card, state))
        other = Player()
        other.coins, other.mark = 4, "y"
        other.addCardToCollection(Card(9))
        other.addCardToCollection(Card(8))
        print(other.collection, other.penalty(), other.penaltyWhenTake(Card(10, 2)), other.mark, other.games, other.score())
        other.reset()
        print(other.coins, other.collection, other.penalty(), other.penaltyWhenTake(card), len(Deck()))

    def at_costs(self, card, state):
        print(self.penalty(), self.penaltyWhenTake(card), self.penaltyWhenTake(Card(card.number + 1)))
        print(self.penaltyWhenTake(Like()), self.penaltyWhenTake(Marked(5, 0)), self.penaltyWhenTake(Card(99)))
        print(self.penalty(None, 7), self.penalty(coins=2), self.penalty([card, Card(3), Card(4)], 2), self.penalty(collection=[]))
        print(error_of(lambda: self.penalty([], 1, 2)), error_of(lambda: self.penalty(cards=[])), error_of(self.penaltyWhenTake))
        print(error_of(lambda: self.penaltyWhenTake(3)), error_of(lambda: self.penaltyWhenTake(Card("7"))))
        self.coins = 2.5
        print(self.penalty(), self.penaltyWhenTake(card))
        self.collection.append(Card(33))
        print(self.penalty(), self.penaltyWhenTake(card), self.collection[-1])
        self.collection = [Card(12), Card(11)]
        print(self.penalty(), self.penaltyWhenTake(Card(10)), Player.penalty(self, None))

    def at_changes(self, card, state):
        # What was kept in circles is gone by now, whenever Python cleans up by itself.
        gc.collect()
        print(hasattr(card, "note"), hasattr(state, "note"), hasattr(state.players[0], "note"), Load.gone)
        for thing in (card, state, state.players[1]):
            thing.note, thing.itself = Load(), thing
        state.round, card.coins, card.number, self.coins = 77, 88, 66, 55
        state.players.append(state)
        state.players[0].collection.clear()
        self.collection.append(card)
        del card.penalty
        print(state.round, card, error_of(lambda: card.penalty), state.players[0].collection, self.coins)


class Forgetful(Player):
    """Does not call the __init__ of Player, and has a name of its own."""

    def __init__(self):
        self.mine = [1]

    def take(self, card, state):
        print(self.name, self.coins, self.games, self.mine)
        return [card] if card.number < 12 else None


class Mixed:
    """Beside Player."""

    def rule(self, card):
        return card.number - card.coins < 20


class Own(Mixed, Player):
    """What the host writes is an attribute of the class here."""

    coins = 3
    name = "Own"

    def take(self, card, state):
        print(self.coins, self.name, state.players[0].coins, self.penalty())
        return self.rule(card)


class Watched(Player):
    """What the host writes goes through the bot's hands."""

    @property
    def coins(self):
        return self.purse

    @coins.setter
    def coins(self, coins):
        self.purse = coins

    def take(self, card, state):
        print(self.coins, self.purse, self.penaltyWhenTake(card))
        return self.coins < 6


class Guarded(Player):
    """Hears of its coins whenever they are written."""

    heard = 0

    def __setattr__(self, name, value):
        Guarded.heard += name == "coins"
        object.__setattr__(self, name, value)

    def take(self, card, state):
        print(Guarded.heard, self.coins, self.penaltyWhenTake(card))
        return self.penaltyWhenTake(card) < self.penalty() + 12
