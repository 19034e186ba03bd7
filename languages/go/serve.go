// Package croupier speaks the protocol of docs/protocol.md for bots in Go, without packages of others.
//
// A bot uses the package of its game, such as croupier/hearts, and hands over how a player is made.
package croupier

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
)

// A bot has a limit of threads, which a machine of many processors would have Go reach by itself.
const mostThreads = 8

// Player is a bot for a game whose views are V and whose moves are M.
type Player[V, M any] interface {
	// Choose says the move to play.
	Choose(view *V) M
}

// Starter is a player that is told when a game begins.
type Starter[V any] interface{ Start(view *V) }

// Ender is a player that is told when a game is over.
type Ender[V any] interface{ End(view *V) }

// Game says how a game is offered to the table. Views and moves are read and written as JSON.
type Game[V any] struct {
	// Name is empty where bots of any game play.
	Name string
	// Legal puts the legal moves into a view; nil where the table need not list them.
	Legal func(view *V, legal json.RawMessage) error
}

type message struct {
	Type      string          `json:"type"`
	Instances string          `json:"instances"`
	Number    int             `json:"number"`
	Seed      json.Number     `json:"seed"`
	TimeMS    int             `json:"time_ms"`
	Memory    string          `json:"memory"`
	Refused   string          `json:"refused"`
	View      json.RawMessage `json:"view"`
	Legal     json.RawMessage `json:"legal"`
}

type hello struct {
	Type     string   `json:"type"`
	Protocol int      `json:"protocol"`
	Game     string   `json:"game,omitempty"`
	Wants    []string `json:"wants,omitempty"`
}

type answer[M any] struct {
	Type   string  `json:"type"`
	Number int     `json:"number"`
	Move   M       `json:"move"`
	Memory *string `json:"memory,omitempty"`
}

type fault struct {
	Type    string `json:"type"`
	Number  int    `json:"number"`
	Message string `json:"message"`
}

// Play plays until there are no more games. What is made by newPlayer plays the whole tournament; where the
// plan says instances = "game", each game has a new one.
func Play[V, M any](game Game[V], newPlayer func() Player[V, M]) {
	// What a bot prints goes to its log; only answers go to the table.
	out := os.Stdout
	os.Stdout = os.Stderr
	if runtime.NumCPU() > mostThreads {
		runtime.GOMAXPROCS(mostThreads)
	}
	if err := serve(game, newPlayer, os.Stdin, out); err != nil {
		fmt.Fprintln(os.Stderr, "croupier:", err)
		os.Exit(1)
	}
}

func serve[V, M any](game Game[V], newPlayer func() Player[V, M], in io.Reader, out io.Writer) error {
	player := newPlayer()
	renews := false
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		var heard message
		if err := json.Unmarshal(line, &heard); err != nil {
			return err
		}
		var said any
		switch heard.Type {
		case "hello":
			renews = heard.Instances == "game"
			said = greeting(game)
		case "start":
			begin(&heard)
			if renews {
				player = newPlayer()
			}
			if starter, ok := player.(Starter[V]); ok {
				tell(game, &heard, starter.Start)
			}
		case "ask":
			said = asked(game, player, &heard)
		case "end":
			if ender, ok := player.(Ender[V]); ok {
				tell(game, &heard, ender.End)
			}
		}
		if said == nil {
			continue
		}
		if err := json.NewEncoder(out).Encode(said); err != nil {
			return err
		}
	}
}

func greeting[V any](game Game[V]) hello {
	said := hello{Type: "hello", Protocol: 1, Game: game.Name}
	if game.Legal != nil {
		said.Wants = []string{"legal"}
	}
	return said
}

func viewOf[V any](game Game[V], heard *message) *V {
	view := new(V)
	err := json.Unmarshal(heard.View, view)
	if err == nil && game.Legal != nil && heard.Legal != nil {
		err = game.Legal(view, heard.Legal)
	}
	if err != nil {
		panic(err)
	}
	return view
}

// A panic costs the one move, and its trace is in the bot's log.
func asked[V, M any](game Game[V], player Player[V, M], heard *message) (said any) {
	defer func() {
		if panicked := recover(); panicked != nil {
			said = fault{"fault", heard.Number, traced(panicked)}
		}
	}()
	table.memory, table.refused, table.timeMS, table.left = heard.Memory, heard.Refused, heard.TimeMS, nil
	move := player.Choose(viewOf(game, heard))
	// Written here, so that a move that cannot be is the bot's fault as well.
	written, err := json.Marshal(answer[M]{"answer", heard.Number, move, table.left})
	if err != nil {
		panic(err)
	}
	return json.RawMessage(written)
}

// Where nothing is asked, a panic is told by the log alone.
func tell[V any](game Game[V], heard *message, hook func(*V)) {
	defer func() {
		if panicked := recover(); panicked != nil {
			traced(panicked)
		}
	}()
	hook(viewOf(game, heard))
}

func traced(panicked any) string {
	words := fmt.Sprintf("panicked: %v", panicked)
	fmt.Fprintf(os.Stderr, "%s\n%s", words, debug.Stack())
	return words
}
