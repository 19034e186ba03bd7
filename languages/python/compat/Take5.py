"""The competition under the other name of the assignment."""

from NoThanks import DEFAULTAIS, DEFAULTLENGTH, Card, Deck, Player, PlayerState, State, __getattr__, command, copy, main

if __name__ == "__main__":
    main()
