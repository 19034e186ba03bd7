// A Jujitsu bot: bids for what lies in the lot, and never more than the other can answer.
package main

import "croupier/jujitsu"

type Bidder struct{}

func (Bidder) Choose(view *jujitsu.View) int {
	worth := 0
	for _, card := range view.Lot {
		worth += card
	}
	if worth <= view.Highest()/4 {
		return view.Hand[0]
	}
	enough := least(worth, view.Highest()-1, view.OpponentHand[len(view.OpponentHand)-1])
	for _, card := range view.Hand {
		if card > enough {
			return card
		}
	}
	return view.Hand[len(view.Hand)-1]
}

func least(first int, others ...int) int {
	for _, other := range others {
		if other < first {
			first = other
		}
	}
	return first
}

func main() {
	jujitsu.Play(func() jujitsu.Player { return Bidder{} })
}
