package simulate

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"zombiezen.com/go/sqlite"

	"adjudicate/internal/faults"
)

// mount puts the world between SQLite and the disk.
func (w *world) mount() {
	w.disk = faults.Mount()
	w.base = map[string][]byte{}
	w.remember()
	w.disk.Watch(w.diskTurn)
	w.disk.Begin(w.diskFault)
}

func (w *world) unmount() {
	w.disk.Watch(nil)
	w.disk.End()
}

// diskTurn is called before each operation on the disk.
func (w *world) diskTurn(op *faults.Op) {
	p := w.current
	if p == nil {
		return
	}
	if op.Kind == faults.Lock || op.Kind == faults.Sleep {
		if p.locks++; p.locks > 6 {
			p.idle = min(p.locks, 40) // whoever holds the lock goes on
		}
	} else {
		p.locks = 0
	}
	p.yield(fmt.Sprint(op.Kind, " ", filepath.Base(op.Path), " ", op.Offset, " ", len(op.Data)))
}

// diskFault decides what becomes of an operation.
func (w *world) diskFault(_ int, op *faults.Op) faults.Fault {
	p := w.current
	switch {
	case p == nil || w.healed && !p.dead:
		return faults.Fault{}
	case p.dead:
		return faults.Fault{Code: sqlite.ResultIOErr}
	case w.full > 0 && (op.Kind == faults.Write || op.Kind == faults.Create):
		w.full--
		w.count("a full disk")
		return faults.Fault{Code: sqlite.ResultFull}
	case w.plan.mistake == acknowledgesBeforeSync && op.Kind == faults.Sync:
		return faults.Fault{Lie: true} // as if the program had not asked
	case w.lies && op.Kind == faults.Sync:
		w.lied = true
		w.count("a sync that was not done")
		return faults.Fault{Lie: true}
	case !w.chance(w.often.disk):
		return faults.Fault{}
	}
	switch op.Kind {
	case faults.Write:
		switch w.random.IntN(3) {
		case 0:
			w.count("a torn write")
			return faults.Fault{Code: sqlite.ResultIOErrWrite, Half: true}
		case 1:
			w.full = 1 + w.random.IntN(4)
			w.count("a full disk")
			return faults.Fault{Code: sqlite.ResultFull}
		}
		w.count("a write that failed")
		return faults.Fault{Code: sqlite.ResultIOErrWrite}
	case faults.Sync:
		w.count("a sync that failed")
		return faults.Fault{Code: sqlite.ResultIOErrFsync}
	}
	return faults.Fault{}
}

// files are those that SQLite keeps facts in.
func (w *world) files() (names []string) {
	kept, _ := filepath.Glob(filepath.Join(w.dir, "cache", "*")) // notes on what a server has
	for _, path := range append([]string{w.ledger, w.copy}, kept...) {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && !strings.HasSuffix(path, "-wal") && !strings.HasSuffix(path, "-shm") {
			names = append(names, path, path+"-wal", path+"-journal")
		}
	}
	return names
}

// remember takes the files as they stand for durable: no process has them open.
func (w *world) remember() {
	clear(w.base)
	for _, name := range w.files() {
		if text, err := os.ReadFile(name); err == nil {
			w.base[name] = text
		}
	}
}

// cutPower kills every process, and leaves on the disk what was synced and any part of the rest.
func (w *world) cutPower() {
	for len(w.list) > 0 {
		w.list[0].dead = true
		w.trace(w.list[0].name, "without power")
		w.goOn(w.list[0])
	}
	record, _ := w.disk.End()
	loss := faults.Losses[w.random.IntN(len(faults.Losses))]
	image := faults.Image(w.base, record, loss, w.random)
	for _, name := range w.files() {
		text, there := image[name]
		if !there {
			_ = os.Remove(name)
			continue
		}
		if err := os.WriteFile(name, text, 0o600); err != nil {
			w.fail("the world ends: %v", err)
		}
	}
	for _, name := range w.files() {
		_ = os.Remove(name + "-shm")
	}
	w.trace("power", fmt.Sprint("cut, loss ", loss))
	w.remember()
	w.disk.Begin(w.diskFault)
	w.full, w.lies = 0, w.lies && w.random.IntN(2) == 0
}

// rebase begins a new record, so that it does not grow without end. No process may be running.
func (w *world) rebase() {
	w.disk.End()
	w.remember()
	w.disk.Begin(w.diskFault)
}
