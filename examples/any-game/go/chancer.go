// A bot of any game: plays any legal move, by its own luck.
package main

import (
	"encoding/json"

	"croupier"
	"croupier/anygame"
)

type Chancer struct{}

func (Chancer) Choose(view *anygame.View) json.RawMessage {
	return view.Legal[croupier.Random(len(view.Legal))]
}

func main() {
	anygame.Play(func() anygame.Player { return Chancer{} })
}
