package simulate

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// A process is one of the program's, in a goroutine of its own that runs when the scheduler lets it.
type process struct {
	w      *world
	name   string // "office 3": the third that was started
	run    func(*process)
	resume chan struct{}
	ended  bool
	dead   bool // killed: nothing that it does reaches the world
	locks  int  // it has asked for in a row without getting on
	idle   int  // steps that it leaves to the others
}

// A scheduler lets one process run at a time.
type scheduler struct {
	current *process // nil while the world itself is at work
	back    chan struct{}
	list    []*process // those that have not ended
}

// start starts a process; it runs when it is first chosen.
func (w *world) start(name string, run func(*process)) *process {
	w.started++
	p := &process{w: w, name: fmt.Sprintf("%s %d", name, w.started), run: run, resume: make(chan struct{})}
	w.list = append(w.list, p)
	go func() {
		<-p.resume
		defer func() {
			if r := recover(); r != nil {
				w.fail("%s panics: %v\n%s", p.name, r, debug.Stack())
			}
			p.ended = true
			w.back <- struct{}{}
		}()
		p.run(p)
	}()
	return p
}

// step lets a process that is chosen at random go on to its next yield.
func (w *world) step() {
	ready := make([]*process, 0, len(w.list))
	for _, p := range w.list {
		if p.idle > 0 {
			p.idle--
			continue
		}
		ready = append(ready, p)
	}
	if len(ready) == 0 {
		ready = w.list
	}
	w.goOn(ready[w.random.IntN(len(ready))])
}

// goOn lets a process go on to its next yield, or to its end.
func (w *world) goOn(p *process) {
	w.current = p
	p.resume <- struct{}{}
	<-w.back
	w.current = nil
	if p.ended {
		for i, other := range w.list {
			if other == p {
				w.list = append(w.list[:i], w.list[i+1:]...)
				break
			}
		}
	}
}

// yield hands control to the scheduler. What names the point in the trace.
func (p *process) yield(what string) {
	if p.w.current != p {
		panic(p.name + " runs out of its turn at " + what)
	}
	if p.dead {
		return
	}
	p.w.trace(p.name, what)
	p.w.back <- struct{}{}
	<-p.resume
}

// pause is a yield of the program's own seams. A process that was killed meanwhile ends there.
func (p *process) pause(what string) {
	p.yield(what)
	if p.dead {
		runtime.Goexit()
	}
}

// kill ends a process where it stands: it runs to its end, and nothing of that reaches the world.
func (w *world) kill(p *process) {
	p.dead = true
	w.trace(p.name, "killed")
	w.goOn(p)
	if !p.ended {
		panic(p.name + " outlives its death")
	}
}
