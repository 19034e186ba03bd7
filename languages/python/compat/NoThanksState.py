"""What a No Thanks! bot sees of the table: `State` and the `PlayerState` of everyone in the game.

A state is a copy made for one call. Changing it changes nothing else.
"""


class PlayerState:
    """One player: `name`, `coins`, and the `collection` of cards, lowest first."""

    def __init__(self, name, coins, collection):
        self.name = name
        self.coins = coins
        self.collection = collection

    def __repr__(self):
        coins = "1 coin" if self.coins == 1 else f"{self.coins} coins"
        return f"{self.name}: {coins}, {self.collection}"


class State:
    """The table: `players`, the current one first, then in seating order, and the `round`, 1 to 24."""

    def __init__(self, players, round):
        self.players = players
        self.round = round

    def __repr__(self):
        return "\n".join([f"Round {self.round}"] + [f"  {player}" for player in self.players])
