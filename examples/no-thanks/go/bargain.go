// A No Thanks! bot: takes what is cheap, and lets a card that is free for it alone go round once more.
package main

import "croupier/nothanks"

type Bargain struct{}

func (Bargain) Choose(view *nothanks.View) nothanks.Decision {
	if takes(view) {
		return nothanks.Take
	}
	return nothanks.Pass
}

func takes(view *nothanks.View) bool {
	cost := view.Cost()
	switch {
	case view.Me().Coins <= 2:
		return cost < 18
	case cost <= 0:
		// Every round of the table brings coins, until somebody has too few of them.
		return view.CoinsOnCard >= len(view.Players) || somebodyIsPoor(view)
	}
	return cost < 9
}

// Whether somebody is about to run out of coins.
func somebodyIsPoor(view *nothanks.View) bool {
	for _, seat := range view.Players {
		if seat.Coins <= 1 {
			return true
		}
	}
	return false
}

func main() {
	nothanks.Play(func() nothanks.Player { return Bargain{} })
}
