// Package lastcard is Last Card: be rid of your cards, and call before you are.
package lastcard

import (
	"encoding/json"
	"fmt"
	"strings"

	"croupier"
)

// Suit is a suit, or none.
type Suit int

const (
	None Suit = iota
	Spades
	Clubs
	Diamonds
	Hearts
)

const letters = " SCDH"

var (
	names  = []string{"", "spades", "clubs", "diamonds", "hearts"}
	values = []string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}
)

// MarshalJSON writes a suit's name, null for none.
func (suit Suit) MarshalJSON() ([]byte, error) {
	if suit < Spades || suit > Hearts {
		return []byte("null"), nil
	}
	return json.Marshal(names[suit])
}

// UnmarshalText reads a suit's name.
func (suit *Suit) UnmarshalText(text []byte) error {
	for at, name := range names {
		if name == string(text) {
			*suit = Suit(at)
			return nil
		}
	}
	return fmt.Errorf("%q is no suit", text)
}

// Card is a card; its value is 1 to 13, and the ace is 1.
type Card struct {
	Suit  Suit
	Value int
}

// IsAce says whether it is an ace.
func (card Card) IsAce() bool { return card.Value == 1 }

// String is the card's text, like 10H or AS.
func (card Card) String() string {
	if card.Suit < Spades || card.Suit > Hearts || card.Value < 1 || card.Value > 13 {
		return "no card"
	}
	return values[card.Value-1] + letters[card.Suit:card.Suit+1]
}

// MarshalText writes the card's text.
func (card Card) MarshalText() ([]byte, error) { return []byte(card.String()), nil }

// UnmarshalText reads a card's text.
func (card *Card) UnmarshalText(text []byte) error {
	last := len(text) - 1
	for value, name := range values {
		if last > 0 && string(text[:last]) == name && strings.Index(letters, string(text[last:])) > 0 {
			*card = Card{Suit(strings.Index(letters, string(text[last:]))), value + 1}
			return nil
		}
	}
	return fmt.Errorf("%q is no card", text)
}

// Move is what a bot answers: cards of one value in order; none is a pass.
type Move struct {
	Cards    []Card `json:"cards"`
	Suit     Suit   `json:"suit"`      // what an ace names
	LastCard bool   `json:"last_card"` // whether the last card is called
}

// MarshalJSON writes a move; a pass has a list of no cards.
func (move Move) MarshalJSON() ([]byte, error) {
	type plain Move
	if move.Cards == nil {
		move.Cards = []Card{}
	}
	return json.Marshal(plain(move))
}

// Seat is somebody at the table.
type Seat struct {
	Seat   int  `json:"seat"`
	Cards  int  `json:"cards"`  // how many it holds
	Called bool `json:"called"` // whether its last turn called the last card
	Calls  int  `json:"calls"`  // how often it has called in this game
}

// View is a seat's view of the table.
type View struct {
	Seat       int    `json:"seat"`        // yours, 0 to 3
	Hand       []Card `json:"hand"`        // your cards, in the order drawn
	Played     []Card `json:"played"`      // since the last reshuffle, oldest first
	LastPlayed Card   `json:"last_played"` // the card on top
	ChosenSuit Suit   `json:"chosen_suit"` // what to match where an ace lies on top, else None
	Punishment int    `json:"punishment"`  // what a pass or an illegal move costs now; 0 where none is active
	Deck       int    `json:"deck"`        // how many cards the deck has
	Players    []Seat `json:"players"`     // everyone, from the player to move on, in the direction of play
	Direction  string `json:"direction"`   // "forward" or "backward"
	Turn       int    `json:"turn"`        // turns taken
	TurnLimit  int    `json:"turn_limit"`  // how many end the game
}

// Fits says whether a move may begin with the card. (Aces that would empty the hand may not be played all the
// same.)
func (view *View) Fits(card Card) bool {
	top := view.LastPlayed
	if view.Punishment > 0 {
		return card.Value == top.Value
	}
	suit := view.ChosenSuit
	if suit == None {
		suit = top.Suit
	}
	return card.IsAce() || card.Value == top.Value || card.Suit == suit
}

// Player is a bot for Last Card.
type Player = croupier.Player[View, Move]

// Play plays until there are no more games.
func Play(newPlayer func() Player) {
	croupier.Play(croupier.Game[View]{Name: "last-card"}, newPlayer)
}
