package simulate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"adjudicate/internal/faults"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/store/sqlite"
)

const (
	game   = "four-kings"
	office = "umpire@example.org"
	url    = "http://office.example.org"
)

// A plan says what kind of world a seed makes, and what is wrong with it.
type plan struct {
	steps   int
	calm    bool   // nothing goes wrong
	lies    bool   // the disk may report syncs that it has not done
	far     bool   // the ledger stands on a server
	wrong   *rates // how often things go wrong; nil draws it
	mistake string // that is planted in the program, "" for none
}

// rates are how often things go wrong: once in so many chances, 0 for never.
type rates struct {
	disk, kill, power, clock, mail, server, network int
}

// A world is one run.
type world struct {
	scheduler
	t      *testing.T
	ctx    context.Context
	plan   plan
	seed   uint64
	random *rand.Rand
	often  rates
	healed bool // nothing goes wrong any more

	dir, ledger, copy string
	disk              *faults.Disk
	cluster           *cluster          // nil if the ledger is a file
	base              map[string][]byte // the files as the record of the disk began
	full              int               // writes that will not fit
	lies, lied        bool

	clock    time.Time
	begun    time.Time // when the game was set up
	key      []byte    // of the office
	origin   uint64    // events that the game was set up with
	started  int       // processes
	alive    map[string]*process
	boxed    []*posted // the mailbox of the office
	requests []*request
	players  []*player
	server   mailServer
	promises promises

	steps   int
	faults  map[string]int
	ends    map[string]int
	hash    hash.Hash
	log     io.Writer // the whole trace, if it is wanted
	failure string
}

// newWorld sets a world up: a ledger in which four players have begun a game.
func newWorld(t *testing.T, seed uint64, pl plan) *world {
	t.Helper()
	w := &world{t: t, ctx: context.Background(), plan: pl, seed: seed, random: rand.New(rand.NewPCG(seed, 0x51a)), dir: t.TempDir(),
		key: []byte("the key of an office, which only it knows"), alive: map[string]*process{}, faults: map[string]int{}, ends: map[string]int{}, hash: sha256.New()}
	w.back = make(chan struct{})
	w.promises.init()
	w.server.init(w)
	w.ledger, w.copy = filepath.Join(w.dir, "game.ledger"), filepath.Join(w.dir, "copy.ledger")
	if pl.far {
		w.ledger, w.cluster = serverAddress, &cluster{Store: memory.New()}
	}
	if path := os.Getenv("ADJUDICATE_TRACE"); path != "" {
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		w.log = f
	}
	switch {
	case pl.wrong != nil:
		w.often = *pl.wrong
	case !pl.calm:
		draw := func(n ...int) int { return n[w.random.IntN(len(n))] }
		w.often = rates{disk: draw(0, 60, 300, 2000), kill: draw(0, 500, 2000, 8000), power: draw(0, 3000, 12000), clock: draw(0, 1000, 4000),
			mail: draw(0, 3, 10), server: draw(0, 3, 10), network: draw(0, 4, 12)}
		w.lies = pl.lies && w.random.IntN(2) == 0
	}
	if err := w.prepare(); err != nil {
		t.Fatal(err)
	}
	w.mount()
	return w
}

// prepare writes the ledger as it stands when the world begins, and the desk beside it.
func (w *world) prepare() error {
	mem := memory.New()
	l, err := played.Into(mem, game, "testdata/four.season", ledger.Options{Engine: "test", Entropy: w.entropy()})
	if err != nil {
		return err
	}
	st, err := w.host(nil).OpenOrCreate(w.ctx, w.ledger)
	if err != nil {
		return err
	}
	defer st.Close()
	var list []store.Event
	for r, err := range mem.Read(w.ctx, game, 1) {
		if err != nil {
			return err
		}
		list = append(list, r.Event)
		w.promises.observe(w, "the beginning", &r)
		w.promises.whole(r.Revision)
	}
	head, err := st.Events.Append(w.ctx, game, store.NoStream, list)
	if err != nil {
		return err
	}
	w.origin, w.begun = uint64(head), l.Last()
	w.clock = l.Last().Add(time.Hour)
	g := st.Game(game)
	for _, name := range []string{"Ann", "Bob", "Cy", "Dee"} {
		if err := g.Put(w.ctx, people.Person{Player: name, Addresses: []string{address(name)}}); err != nil {
			return err
		}
		w.players = append(w.players, &player{name: name})
	}
	if _, err := g.Posted(w.ctx, func(p *people.Posted) error { p.UpTo = w.origin; return nil }); err != nil {
		return err
	}
	copied, err := sqlite.Create(w.copy, sqlite.Options{})
	if err != nil {
		return err
	}
	return copied.Close()
}

// entropy is a source of random bytes that the seed determines.
func (w *world) entropy() io.Reader {
	var seed [32]byte
	for i := range seed {
		seed[i] = byte(w.random.Uint32())
	}
	return rand.NewChaCha8(seed)
}

// host is the machine and its user, as a new process meets them; nil is the world itself.
func (w *world) host(p *process) *place.Host {
	return &place.Host{Engine: "test", Build: "simulated", Entropy: w.entropy(), Cache: filepath.Join(w.dir, "cache"), Own: filepath.Join(w.dir, "own"), Desk: filepath.Join(w.dir, "desk"), Dial: w.dial(p)}
}

// now is the clock of the machine. Reading it takes a moment.
func (w *world) now() time.Time {
	w.clock = w.clock.Add(time.Duration(w.random.IntN(2000)) * time.Millisecond)
	return w.clock
}

// chance is true once in n; never for 0, and when everything works again.
func (w *world) chance(n int) bool { return n > 0 && !w.healed && w.random.IntN(n) == 0 }

// count counts a fault of a class.
func (w *world) count(class string) {
	w.faults[class]++
	w.trace("fault", class)
}

// trace notes what happens. Its hash tells two runs apart.
func (w *world) trace(who, what string) {
	fmt.Fprintf(w.hash, "%d %s: %s\n", w.steps, who, what)
	if w.log != nil {
		fmt.Fprintf(w.log, "%d %s: %s\n", w.steps, who, what)
	}
}

// sum is the hash of everything that has happened.
func (w *world) sum() string { return hex.EncodeToString(w.hash.Sum(nil)[:12]) }

// fail says that a promise is broken. The first counts.
func (w *world) fail(format string, args ...any) {
	if w.failure == "" {
		w.failure = fmt.Sprintf("seed %d, step %d: ", w.seed, w.steps) + fmt.Sprintf(format, args...)
	}
}

// live runs the world until its steps are over or a promise is broken, then heals it and checks what has come of it.
func (w *world) live() {
	defer w.unmount()
	for w.steps = 0; w.steps < w.plan.steps && w.failure == "" && w.ends["lied"] == 0; w.steps++ {
		w.populate()
		w.mischief()
		if len(w.list) > 0 {
			w.step()
		}
	}
	w.settle()
}

// populate starts what has ended.
func (w *world) populate() {
	for _, one := range w.programs() {
		if p := w.alive[one.name]; (p == nil || p.ended) && w.random.IntN(30) == 0 {
			w.alive[one.name] = w.start(one.name, one.run)
		}
	}
}

// mischief draws what goes wrong in this step, beside what goes wrong in operations.
func (w *world) mischief() {
	if w.chance(w.often.kill) && len(w.list) > 0 {
		w.count("a killed process")
		w.kill(w.list[w.random.IntN(len(w.list))])
	}
	if w.chance(w.often.power) {
		w.count("a power cut")
		w.cutPower()
		w.afterPower()
	}
	if w.chance(w.often.clock) {
		if w.random.IntN(3) == 0 {
			w.count("a clock that leaps back")
			w.clock = w.clock.Add(-time.Duration(1+w.random.IntN(180)) * time.Minute)
		} else {
			w.count("a clock that leaps ahead")
			w.clock = w.clock.Add(time.Duration(1+w.random.IntN(30*60)) * time.Minute)
		}
	}
	w.deliverLate()
	if w.full > 0 && w.random.IntN(20) == 0 {
		w.full = 0
	}
}
