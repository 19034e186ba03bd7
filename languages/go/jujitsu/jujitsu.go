// Package jujitsu is Psychological Jujitsu: both bid a card at once, the higher one wins the lot.
package jujitsu

import "croupier"

// View is a seat's view of the match.
type View struct {
	Seat           int    `json:"seat"`                   // yours; the rules are the same for both
	Rounds         []int  `json:"match"`                  // the highest card of each round
	Round          int    `json:"currentRound"`           // the number of the round, from 1
	IsOver         bool   `json:"gameEnded"`              // whether the match is over
	Points         int    `json:"myPointsTotal"`          // won in the match so far
	OpponentPoints int    `json:"opponentPointsTotal"`    // by the opponent
	Lot            []int  `json:"lot"`                    // the victory cards that are bid for, the newest last
	Next           int    `json:"nextVictoryCard"`        // that of the next turn; 0 on the last turn of a round
	Hand           []int  `json:"myCardsRemaining"`       // your bidding cards, lowest first
	OpponentHand   []int  `json:"opponentCardsRemaining"` // the opponent's
	Pile           []int  `json:"drawPile"`               // the victory cards to come, lowest first
	Turns          []Turn `json:"previousTurns"`          // of this round, at its first turn of the last
}

// Turn is a turn that is over.
type Turn struct {
	VictoryCard int `json:"drawnVictoryCard"`
	Bid         int `json:"myBid"`
	OpponentBid int `json:"opponentBid"`
}

// Highest is the highest card of this round.
func (view *View) Highest() int {
	if view.Round < 1 || view.Round > len(view.Rounds) {
		return 0
	}
	return view.Rounds[view.Round-1]
}

// Player is a bot for Jujitsu; its move is the card that it bids.
type Player = croupier.Player[View, int]

// Play plays until there are no more games.
func Play(newPlayer func() Player) {
	croupier.Play(croupier.Game[View]{Name: "jujitsu"}, newPlayer)
}
