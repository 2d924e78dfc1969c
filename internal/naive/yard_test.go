package naive

import (
	"fmt"
	"slices"
)

// A second opinion on pieces that stand on several squares, written from the table in docs/rule-language.md ("Pieces on several squares: covers").
// A Yard is a board of any size with two sides; its pieces go by ways of three kinds, and nothing else is known of them.

// A Way is one way of a Hull: steps in each of the directions, as many as Least to Most. Over says what is passed.
type Way struct {
	Steps       [][2]int // files and ranks of a step
	Least, Most int
	Over        string // "" empty squares; "any" anything; "hop" exactly one piece, then on
	Turn        int    // then so many steps at most at a right angle, all squares before the last being empty; 0: none, it ends with the first leg
	Edge        bool   // as many steps as there are over empty squares
	Move, Take  bool
}

// A Hull is a type: the squares that it covers from its place, and its ways.
type Hull struct {
	Covers [][2]int
	Ways   []Way
	Royal  bool
}

// A Ship is a piece with its place; one that is off the board is Sunk.
type Ship struct {
	Hull, Side int
	Place      [2]int
	Sunk       bool
}

// A Yard is a position. Holes are squares that there are not.
type Yard struct {
	Files, Ranks int
	Holes        map[[2]int]bool
	Hulls        []Hull
	Ships        []Ship
}

// A Trip is what a ship can do: the place where it ends, and whom it captures, sorted.
type Trip struct {
	To    [2]int
	Takes []int
}

// Squares are those that a ship covers at a place; ok is false if it has no room there on the board.
func (y *Yard) Squares(hull int, place [2]int) (list [][2]int, ok bool) {
	for _, by := range y.Hulls[hull].Covers {
		sq := [2]int{place[0] + by[0], place[1] + by[1]}
		if sq[0] < 0 || sq[1] < 0 || sq[0] >= y.Files || sq[1] >= y.Ranks || y.Holes[sq] {
			return nil, false
		}
		list = append(list, sq)
	}
	return list, true
}

// On is the ship on a square, or -1.
func (y *Yard) On(sq [2]int) int {
	for i, s := range y.Ships {
		if s.Sunk {
			continue
		}
		if list, _ := y.Squares(s.Hull, s.Place); slices.Contains(list, sq) {
			return i
		}
	}
	return -1
}

// meets are the other ships on the squares that one would cover at a place, sorted.
func (y *Yard) meets(ship int, place [2]int) (list []int, ok bool) {
	squares, ok := y.Squares(y.Ships[ship].Hull, place)
	for _, sq := range squares {
		if x := y.On(sq); x >= 0 && x != ship && !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	slices.Sort(list)
	return list, ok
}

// Trips lists what a ship can do, each once, whoever is in check then.
func (y *Yard) Trips(ship int) (list []Trip) {
	add := func(t Trip) {
		if !slices.ContainsFunc(list, func(o Trip) bool { return o.To == t.To && slices.Equal(o.Takes, t.Takes) }) {
			list = append(list, t)
		}
	}
	s := y.Ships[ship]
	for _, w := range y.Hulls[s.Hull].Ways {
		for _, step := range w.Steps {
			hopped, last := 0, -1
			for n := 1; n <= w.Most; n++ {
				to := [2]int{s.Place[0] + n*step[0], s.Place[1] + n*step[1]}
				met, ok := y.meets(ship, to)
				if !ok {
					break
				}
				if w.Over == "hop" {
					if len(met) > 0 && met[0] == last {
						continue // it is over the same ship still
					}
					if hopped == 1 && n >= w.Least {
						y.arrive(ship, to, met, w, add)
					}
					if len(met) > 0 {
						hopped, last = hopped+1, met[0]
					}
					if hopped > 1 {
						break
					}
					continue
				}
				switch {
				case w.Edge:
					if next := [2]int{to[0] + step[0], to[1] + step[1]}; !y.roomy(ship, next) {
						y.arrive(ship, to, met, w, add)
					}
				case n < w.Least:
				case w.Turn > 0:
					if len(met) == 0 {
						y.turn(ship, to, step, w, add)
					}
				default:
					y.arrive(ship, to, met, w, add)
				}
				if len(met) > 0 && w.Over == "" {
					break
				}
			}
		}
	}
	return list
}

// roomy reports whether a ship has room on the board at a place.
func (y *Yard) roomy(ship int, place [2]int) bool {
	_, ok := y.Squares(y.Ships[ship].Hull, place)
	return ok
}

// turn walks the second leg from a place.
func (y *Yard) turn(ship int, from, step [2]int, w Way, add func(Trip)) {
	for _, side := range [][2]int{{step[1], -step[0]}, {-step[1], step[0]}} {
		for n := 1; n <= w.Turn; n++ {
			to := [2]int{from[0] + n*side[0], from[1] + n*side[1]}
			met, ok := y.meets(ship, to)
			if !ok {
				break
			}
			y.arrive(ship, to, met, w, add)
			if len(met) > 0 {
				break
			}
		}
	}
}

// arrive tells of a way that ends at a place, if it may.
func (y *Yard) arrive(ship int, to [2]int, met []int, w Way, add func(Trip)) {
	for _, x := range met {
		if y.Ships[x].Side == y.Ships[ship].Side {
			return
		}
	}
	if len(met) == 0 && w.Move || len(met) > 0 && w.Take {
		add(Trip{to, met})
	}
}

// Attacks reports whether a ship could capture another, were that an opposing one.
func (y *Yard) Attacks(ship, x int) bool {
	z := y.after()
	if z.Ships[x].Side == z.Ships[ship].Side {
		z.Ships[x].Side = 2
	}
	return slices.ContainsFunc(z.Trips(ship), func(t Trip) bool { return slices.Contains(t.Takes, x) })
}

// InCheck reports whether a royal ship of a side could be captured.
func (y *Yard) InCheck(side int) bool {
	for x, victim := range y.Ships {
		if victim.Sunk || victim.Side != side || !y.Hulls[victim.Hull].Royal {
			continue
		}
		for i, s := range y.Ships {
			if !s.Sunk && s.Side != side && y.Attacks(i, x) {
				return true
			}
		}
	}
	return false
}

func (y *Yard) after() *Yard {
	z := *y
	z.Ships = slices.Clone(y.Ships)
	return &z
}

// Make is the board after a trip.
func (y *Yard) Make(ship int, t Trip) *Yard {
	z := y.after()
	for _, x := range t.Takes {
		z.Ships[x].Sunk = true
	}
	z.Ships[ship].Place = t.To
	return z
}

// Legal lists the trips of a ship that leave its side out of check.
func (y *Yard) Legal(ship int) (list []Trip) {
	for _, t := range y.Trips(ship) {
		if !y.Make(ship, t).InCheck(y.Ships[ship].Side) {
			list = append(list, t)
		}
	}
	return list
}

// Sequences counts the legal sequences of so many turns of two sides, of which one begins.
func (y *Yard) Sequences(side, turns int) (n uint64) {
	if turns == 0 {
		return 1
	}
	for i, s := range y.Ships {
		if s.Sunk || s.Side != side {
			continue
		}
		for _, t := range y.Legal(i) {
			n += y.Make(i, t).Sequences(1-side, turns-1)
		}
	}
	return n
}

// Launch puts a ship at a place, if it has room there.
func (y *Yard) Launch(s Ship) error {
	y.Ships = append(y.Ships, s)
	if met, ok := y.meets(len(y.Ships)-1, s.Place); !ok || len(met) > 0 {
		y.Ships = y.Ships[:len(y.Ships)-1]
		return fmt.Errorf("no room at %v", s.Place)
	}
	return nil
}
