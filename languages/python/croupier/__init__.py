"""Bots for Croupier's games, in Python.

Derive from the `Player` of a game's module (`croupier.hearts`, `croupier.jujitsu`, `croupier.last_card`,
`croupier.no_thanks`, `croupier.score_four`; `croupier.any_game` for all others) and write `choose`.
`croupier.host` is what the tournament runs; a bot needs nothing from it.
"""

__version__ = "1.0.0"
