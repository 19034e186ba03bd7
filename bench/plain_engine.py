"""No Thanks! in plain Python, with all bots in one interpreter: the measure for bots in processes of their
own.

It plays as the original engine did, after the rules: cards, players and states are Python objects, every
decision gets a new state, and nothing protects the game from the bots. It shares no code with Croupier.

    python3 bench/plain_engine.py [--games N | --rounds N SEED] [--seconds S] [--seed N] [--json] [FILE]

FILE is a file of bots, by default the five beginners. Prints games and decisions per second, and the mean
penalties.
"""

import argparse
import copy
import json
import os
import random
import sys
import time
import types

MOST_PLAYERS = 5
STARTING_COINS = 11


class Card:
    """A card: its number, its penalty (the same), and the coins on it."""

    def __init__(self, number):
        self.number = number
        self.penalty = number
        self.coins = 0

    def __lt__(self, other):
        return self.number < other.number

    def __eq__(self, other):
        return self.number == other.number

    def __repr__(self):
        return str(self.number)


class Deck:
    """Cards 3 to 35, shuffled, without nine of them."""

    def __init__(self):
        self.cards = [Card(number) for number in range(3, 36)]
        random.shuffle(self.cards)
        del self.cards[:9]


class Player:
    """What bots derive from, with the attributes and methods they know."""

    def __init__(self):
        self.name = ""
        self.games = 0
        self.totalpenalty = 0
        self.reset()

    def setName(self, name):
        self.name = name

    def reset(self):
        self.coins = STARTING_COINS
        self.collection = []

    def score(self):
        return self.totalpenalty / self.games if self.games else 0

    def addCardToCollection(self, card):
        self.collection.append(card)
        self.collection.sort()

    def penalty(self, collection=None, coins=0):
        if collection is None:
            collection, coins = self.collection, self.coins
        total, before = -coins, None
        for card in collection:
            if before is None or card.number != before.number + 1:
                total += card.penalty
            before = card
        return total

    def penaltyWhenTake(self, card):
        collection = copy.copy(self.collection)
        collection.append(card)
        collection.sort()
        return self.penalty(collection, self.coins + card.coins)

    def take(self, card, state):
        return True

    def startGame(self):
        pass

    def endGame(self, state):
        pass


class PlayerState:
    """One player as everyone sees them."""

    def __init__(self, player):
        self.name = player.name
        self.coins = player.coins
        self.collection = copy.copy(player.collection)


class State:
    """The table as everyone sees it, the current player first."""

    def __init__(self, players, number):
        self.players = [PlayerState(player) for player in players]
        self.round = number


class Game:
    """One game. The players sit in a list whose first one decides."""

    def __init__(self, players):
        self.players = players
        self.deck = Deck()
        self.round = 0
        self.decisions = 0

    def play(self):
        """Plays to the end and counts the penalties."""
        for player in self.players:
            player.reset()
            player.startGame()
        while self.deck.cards:
            self.round += 1
            self.offer(self.deck.cards.pop())
        for player in self.players:
            player.games += 1
            player.totalpenalty += player.penalty()
        for player in self.players:
            player.endGame(self.state())

    def offer(self, card):
        """Asks round the table until somebody takes the card."""
        player = self.players[0]
        while player.coins > 0 and not self.asks(player, card):
            player.coins -= 1
            card.coins += 1
            self.players.append(self.players.pop(0))
            player = self.players[0]
        player.coins += card.coins
        player.addCardToCollection(card)

    def asks(self, player, card):
        """The player's decision."""
        self.decisions += 1
        return player.take(card, self.state())

    def state(self):
        """What everyone may see now, the current player first."""
        return State(self.players, self.round)


def competition(bots, games, seconds):
    """Plays so many games, or for so long; returns games, decisions, the time taken and the processor's."""
    played = decisions = 0
    start = time.perf_counter()
    worked = time.process_time()
    while played < games if seconds is None else time.perf_counter() - start < seconds:
        game = Game(random.sample(bots, min(len(bots), MOST_PLAYERS)))
        game.play()
        played += 1
        decisions += game.decisions
    return played, decisions, time.perf_counter() - start, time.process_time() - worked


def stand_in():
    """From here on, bots that are loaded derive from the player of this engine."""
    engine = types.ModuleType("NoThanksPlayer")
    engine.Player, engine.Card, engine.Deck, engine.copy = Player, Card, Deck, copy
    sys.modules["NoThanksPlayer"] = sys.modules["Take5Player"] = engine


def bots_in(path):
    """One bot of every class of players in a file."""
    stand_in()
    namespace = {"__name__": "bots"}
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), namespace)
    return bots_of(namespace)


def bots_of(namespace):
    """One bot of every class of players in a module's namespace."""
    classes = [value for value in namespace.values() if isinstance(value, type) and issubclass(value, Player)]
    return [value() for value in classes if value is not Player]


def beginners():
    """The file of the five beginners."""
    repository = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return os.path.join(repository, "examples", "no-thanks", "beginners.py")


def main():
    parser = argparse.ArgumentParser(description="No Thanks! with all bots in one Python interpreter.")
    parser.add_argument("file", nargs="?", default=beginners(), help="a file of bots (default: the five beginners)")
    parser.add_argument("--rounds", type=int, nargs=2, metavar=("N", "SEED"), help="games and a seed, in place of both options")
    parser.add_argument("--games", type=int, default=10_000, help="how many games to play (default: 10000)")
    parser.add_argument("--seconds", type=float, help="how long to play, in place of a number of games")
    parser.add_argument("--seed", type=int, default=1, help="where luck begins (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    if arguments.rounds:
        arguments.games, arguments.seed = arguments.rounds
    random.seed(arguments.seed)
    bots = bots_in(arguments.file)
    games, decisions, seconds, processor = competition(bots, arguments.games, arguments.seconds)
    means = {bot.name: round(bot.score(), 3) for bot in sorted(bots, key=Player.score)}
    figures = {"games": games, "decisions": decisions, "seconds": round(seconds, 3)}
    figures["processor_seconds"] = round(processor, 3)
    rates = {"games_per_second": round(games / seconds), "decisions_per_second": round(decisions / seconds)}
    if arguments.json:
        print(json.dumps({**figures, **rates, "means": means}))
        return
    print(f"{games:,} games, {decisions:,} decisions in {seconds:.1f} s")
    print(f"{rates['games_per_second']:,} games/s, {rates['decisions_per_second']:,} decisions/s")
    for name, mean in means.items():
        print(f"{name:20} {mean:8.3f}")


if __name__ == "__main__":
    main()
