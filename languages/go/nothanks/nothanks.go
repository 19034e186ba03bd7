// Package nothanks is No Thanks!: take the open card with its coins, or pay a coin to pass it on.
package nothanks

import "croupier"

// Decision is what a bot answers.
type Decision string

const (
	Take Decision = "take" // takes the card with its coins
	Pass Decision = "pass" // pays a coin
)

// View is a seat's view of the table.
type View struct {
	Seat        int    `json:"seat"`          // yours, an index into Players
	Round       int    `json:"round"`         // the number of the open card, from 1 to 24
	Card        int    `json:"card"`          // the open card; 0 once all are taken
	CoinsOnCard int    `json:"coins_on_card"` // the coins on it
	Players     []Seat `json:"players"`       // everyone by seat
}

// Seat is somebody at the table.
type Seat struct {
	Coins      int   `json:"coins"`      // coins left
	Collection []int `json:"collection"` // the cards taken, lowest first
}

// Me is you.
func (view *View) Me() Seat { return view.Players[view.Seat] }

// Cost is by how much your penalty would rise if you took the open card with its coins; it may fall.
func (view *View) Cost() int {
	me := view.Me()
	then := Seat{me.Coins + view.CoinsOnCard, append([]int{view.Card}, me.Collection...)}
	return then.Penalty() - me.Penalty()
}

// Penalty is what the cards cost, less the coins.
func (seat Seat) Penalty() int {
	has := map[int]bool{}
	for _, card := range seat.Collection {
		has[card] = true
	}
	sum := -seat.Coins
	for card := range has {
		if !has[card-1] {
			sum += card
		}
	}
	return sum
}

// Player is a bot for No Thanks!
type Player = croupier.Player[View, Decision]

// Play plays until there are no more games.
func Play(newPlayer func() Player) {
	croupier.Play(croupier.Game[View]{Name: "no-thanks"}, newPlayer)
}
