// Package anygame is any game: views and moves are the JSON of its rules page.
package anygame

import (
	"encoding/json"

	"croupier"
)

// View is a seat's view, and what may be played.
type View struct {
	Shown map[string]any    // what the rules page shows
	Legal []json.RawMessage // the legal moves
}

// UnmarshalJSON reads what is shown.
func (view *View) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, &view.Shown) }

// Player is a bot for any game; its move is JSON, such as one of the legal ones.
type Player = croupier.Player[View, json.RawMessage]

// Play plays until there are no more games.
func Play(newPlayer func() Player) {
	legal := func(view *View, legal json.RawMessage) error { return json.Unmarshal(legal, &view.Legal) }
	croupier.Play(croupier.Game[View]{Legal: legal}, newPlayer)
}
