package croupier

import "strconv"

// All that belongs to the game and the question in hand.
var table struct {
	memory, refused string
	timeMS          int
	left            *string
	luck            uint64
}

func begin(heard *message) {
	table.memory, table.refused, table.left = "", "", nil
	table.luck, _ = strconv.ParseUint(heard.Seed.String(), 10, 64)
}

// Memory is what the bot has had the table keep in this game, "" where nothing.
func Memory() string { return table.memory }

// Remember has the table keep a text for the rest of the game, up to 64 KiB; it comes back with every
// question.
func Remember(text string) { table.left = &text }

// Refused says why the last answer to this question was not accepted; "" where it is asked for the first
// time.
func Refused() string { return table.refused }

// TimeMS is the time for this answer, in thousandths of a second.
func TimeMS() int { return table.timeMS }

// Random is a number from 0 to below this one, from luck of the bot's own: the same whenever a game is played
// again.
func Random(below int) int {
	if below <= 0 {
		return 0
	}
	// splitmix64: small, quick, and good enough for games.
	table.luck += 0x9e3779b97f4a7c15
	mixed := (table.luck ^ table.luck>>30) * 0xbf58476d1ce4e5b9
	mixed = (mixed ^ mixed>>27) * 0x94d049bb133111eb
	return int((mixed ^ mixed>>31) % uint64(below))
}
