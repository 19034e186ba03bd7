// Package scorefour is Score Four: drop beads onto pegs; four in a line in space win.
package scorefour

import (
	"encoding/json"
	"strings"

	"croupier"
)

// Size is how many pegs a row has, and how many beads a peg holds.
const Size = 4

// Empty is a place without a bead.
const Empty = -1

// Peg is a row and a column, 0 to 3: what a bot answers.
type Peg struct {
	Row    int `json:"row"`
	Column int `json:"column"`
}

// Board has whose bead is at board[level][row][column]; level 0 is the bottom.
type Board [Size][Size][Size]int

// UnmarshalJSON reads levels of rows, such as "W.B.".
func (board *Board) UnmarshalJSON(text []byte) error {
	var levels [Size][Size]string
	if err := json.Unmarshal(text, &levels); err != nil {
		return err
	}
	for level, rows := range levels {
		for row, signs := range rows {
			for column := range board[level][row] {
				board[level][row][column] = Empty
				if column < len(signs) {
					board[level][row][column] = strings.IndexByte("WB", signs[column])
				}
			}
		}
	}
	return nil
}

// View is a seat's view of the board.
type View struct {
	Seat        int   `json:"seat"` // yours; seat 0 has the white beads and begins
	Board       Board `json:"board"`
	Last        *Peg  `json:"last"`         // the peg of the last bead; nil before the first
	Winner      *int  `json:"winner"`       // who has won; nil for nobody
	RetriesLeft int   `json:"retries_left"` // invalid answers in a row that you can still give
}

// Height is how many beads a peg holds.
func (view *View) Height(peg Peg) int {
	height := 0
	for height < Size && view.Board[height][peg.Row][peg.Column] != Empty {
		height++
	}
	return height
}

// Free has the pegs that are not full, row by row.
func (view *View) Free() []Peg {
	var free []Peg
	for place := 0; place < Size*Size; place++ {
		peg := Peg{place / Size, place % Size}
		if view.Height(peg) < Size {
			free = append(free, peg)
		}
	}
	return free
}

// Player is a bot for Score Four.
type Player = croupier.Player[View, Peg]

// Play plays until there are no more games.
func Play(newPlayer func() Player) {
	croupier.Play(croupier.Game[View]{Name: "score-four"}, newPlayer)
}
