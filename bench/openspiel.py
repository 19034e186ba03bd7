"""Random games in OpenSpiel's C++ core, to be read beside `cargo run --release -p croupier-bench`.

Needs the package open_spiel. The bots and the loop are OpenSpiel's own, in C++; Python only starts them.
Prints games per second of processor time: deals of Hearts, Goofspiel with 13 cards, Crazy Eights.
"""

import sys
import time

try:
    import pyspiel
except ImportError:
    sys.exit("bench/openspiel.py needs the package open_spiel: pip install open_spiel")

GAMES = {
    "Hearts, one deal": "hearts(pass_cards=false)",
    "Goofspiel, 13 cards": "turn_based_simultaneous_game(game=goofspiel(num_cards=13,imp_info=false))",
    "Crazy Eights, 4 players": "crazy_eights(players=4)",
}


def games_per_second(name, seconds=3.0):
    """How many random games a second the core plays."""
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, 1) for player in range(game.num_players())]
    played, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, played)
        played += 1
    return played / (time.process_time() - begun)


def main():
    print("| OpenSpiel | games/s |\n| --- | --- |")
    for title, name in GAMES.items():
        print(f"| {title} | {games_per_second(name):,.0f} |")


if __name__ == "__main__":
    main()
