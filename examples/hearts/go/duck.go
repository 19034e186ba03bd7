// A Hearts bot: stays under tricks, and gives its worst cards to others.
package main

import "croupier/hearts"

type Duck struct{}

func (Duck) Choose(view *hearts.View) hearts.Card {
	best, toStayUnder := view.Legal[0], highestLed(view)
	for _, card := range view.Legal {
		if worth(view, card, toStayUnder) > worth(view, best, toStayUnder) {
			best = card
		}
	}
	return best
}

// The highest card of the suit led.
func highestLed(view *hearts.View) int {
	highest := 0
	for _, turn := range view.Trick {
		if turn.Card.Suit == view.Lead && turn.Card.Rank > highest {
			highest = turn.Card.Rank
		}
	}
	return highest
}

// How much a card is worth to play now.
func worth(view *hearts.View, card hearts.Card, toStayUnder int) int {
	switch {
	case view.Lead == hearts.None:
		return -card.Rank
	case card.Suit != view.Lead:
		return 100*card.Points() + card.Rank
	case card.Rank < toStayUnder:
		return card.Rank
	}
	return -card.Rank
}

func main() {
	hearts.Play(func() hearts.Player { return Duck{} })
}
