// A Last Card bot: plays as many cards at once as it can, and keeps its aces.
package main

import "croupier/lastcard"

type Shedder struct{}

func (Shedder) Choose(view *lastcard.View) lastcard.Move {
	move := lastcard.Move{Cards: best(view)}
	left := without(view.Hand, move.Cards)
	if len(left) > 0 {
		move.Suit = left[0].Suit
	}
	move.LastCard = canGoAtOnce(left)
	return move
}

// The cards to play: as many as can be, and aces last: they go on anything, and cannot be the end.
func best(view *lastcard.View) []lastcard.Card {
	var best []lastcard.Card
	highest := 0
	for _, first := range view.Hand {
		cards := withItsLikes(view.Hand, first)
		if !view.Fits(first) || first.IsAce() && len(cards) == len(view.Hand) {
			continue
		}
		worth := len(cards)
		if !first.IsAce() {
			worth += 10
		}
		if worth > highest {
			highest, best = worth, cards
		}
	}
	return best
}

// The card, then all others of its value.
func withItsLikes(hand []lastcard.Card, first lastcard.Card) []lastcard.Card {
	cards := []lastcard.Card{first}
	for _, card := range hand {
		if card != first && card.Value == first.Value {
			cards = append(cards, card)
		}
	}
	return cards
}

func without(hand, cards []lastcard.Card) []lastcard.Card {
	goes := map[lastcard.Card]bool{}
	for _, card := range cards {
		goes[card] = true
	}
	var left []lastcard.Card
	for _, card := range hand {
		if !goes[card] {
			left = append(left, card)
		}
	}
	return left
}

// Whether these cards can go in one move.
func canGoAtOnce(cards []lastcard.Card) bool {
	if len(cards) == 0 || len(cards) > 4 || cards[0].IsAce() {
		return false
	}
	return len(withItsLikes(cards, cards[0])) == len(cards)
}

func main() {
	lastcard.Play(func() lastcard.Player { return Shedder{} })
}
