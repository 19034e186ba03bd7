// A Score Four bot: wins where it can, stops the other where it must, and likes the middle.
package main

import "croupier/scorefour"

type Blocker struct{}

func (Blocker) Choose(view *scorefour.View) scorefour.Peg {
	free := view.Free()
	for _, player := range []int{view.Seat, 1 - view.Seat} {
		for _, peg := range free {
			if wins(view, player, peg) {
				return peg
			}
		}
	}
	best := free[0]
	for _, peg := range free {
		if fromTheMiddle(peg) < fromTheMiddle(best) {
			best = peg
		}
	}
	return best
}

// How far the row and the column of a peg are from the middle, each 1 or 3.
func fromTheMiddle(peg scorefour.Peg) int {
	far := func(at int) int {
		if at == 0 || at == scorefour.Size-1 {
			return 3
		}
		return 1
	}
	return far(peg.Row) + far(peg.Column)
}

// Whether a bead of this player on this peg makes four in a line.
func wins(view *scorefour.View, player int, peg scorefour.Peg) bool {
	place := [3]int{view.Height(peg), peg.Row, peg.Column}
	// Half of all directions: each is looked along both ways.
	for direction := 14; direction < 27; direction++ {
		step := [3]int{direction/9 - 1, direction/3%3 - 1, direction%3 - 1}
		back := [3]int{-step[0], -step[1], -step[2]}
		if 1+run(view, player, place, step)+run(view, player, place, back) == scorefour.Size {
			return true
		}
	}
	return false
}

// How many beads of this player stand in a line from a place, in one direction.
func run(view *scorefour.View, player int, at, step [3]int) int {
	for beads := 0; ; beads++ {
		for axis := range at {
			at[axis] += step[axis]
			if at[axis] < 0 || at[axis] >= scorefour.Size {
				return beads
			}
		}
		if view.Board[at[0]][at[1]][at[2]] != player {
			return beads
		}
	}
}

func main() {
	scorefour.Play(func() scorefour.Player { return Blocker{} })
}
