// Package hearts is Hearts: take no hearts and not the queen of spades.
package hearts

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

var ranks = []string{"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"}

// UnmarshalText reads a suit's letter.
func (suit *Suit) UnmarshalText(text []byte) error {
	at := strings.Index(letters, string(text))
	if len(text) != 1 || at < 1 {
		return fmt.Errorf("%q is no suit", text)
	}
	*suit = Suit(at)
	return nil
}

// Card is a card; its rank is 2 to 14, and the ace is 14.
type Card struct {
	Suit Suit
	Rank int
}

// Points is what taking a card costs: 1 for a heart, 13 for the queen of spades.
func (card Card) Points() int {
	switch {
	case card == Card{Spades, 12}:
		return 13
	case card.Suit == Hearts:
		return 1
	}
	return 0
}

// String is the card's text, like S10 or HQ.
func (card Card) String() string {
	if card.Suit < Spades || card.Suit > Hearts || card.Rank < 2 || card.Rank > 14 {
		return "no card"
	}
	return letters[card.Suit:card.Suit+1] + ranks[card.Rank-2]
}

// MarshalText writes the card's text.
func (card Card) MarshalText() ([]byte, error) { return []byte(card.String()), nil }

// UnmarshalText reads a card's text.
func (card *Card) UnmarshalText(text []byte) error {
	for rank, name := range ranks {
		if len(text) > 1 && string(text[1:]) == name {
			card.Rank = rank + 2
			return card.Suit.UnmarshalText(text[:1])
		}
	}
	return fmt.Errorf("%q is no card", text)
}

// Turn is a card that was played.
type Turn struct {
	Seat int  `json:"seat"`
	Card Card `json:"card"`
}

// View is a seat's view of the deal in play, and the scores.
type View struct {
	Seat         int      `json:"seat"`          // yours
	Deal         int      `json:"deal"`          // the number of this deal, from 1
	Target       int      `json:"target"`        // the score that ends the game
	Hand         []Card   `json:"hand"`          // your cards, in the order dealt
	Legal        []Card   `json:"-"`             // those that you may play now
	Lead         Suit     `json:"lead"`          // the suit that was led, None before the lead
	Trick        []Turn   `json:"trick"`         // the trick in play, oldest card first
	Tricks       [][]Turn `json:"tricks"`        // the finished tricks of this deal, oldest first
	HeartsBroken bool     `json:"hearts_broken"` // whether a heart was played in an earlier trick
	Points       []int    `json:"points"`        // of each seat in this deal
	Scores       []int    `json:"scores"`        // of each seat before this deal
}

// Player is a bot for Hearts.
type Player = croupier.Player[View, Card]

// Play plays until there are no more games.
func Play(newPlayer func() Player) {
	legal := func(view *View, legal json.RawMessage) error { return json.Unmarshal(legal, &view.Legal) }
	croupier.Play(croupier.Game[View]{Name: "hearts", Legal: legal}, newPlayer)
}
