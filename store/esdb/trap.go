package esdb

import (
	"io"
	"log"
	"strings"
	"sync"
)

// fatal begins what the client logs before it ends the process, over an event whose time of
// creation it cannot read.
const fatal = "Failed to parse created date"

// trap stands before the output of the standard logger and turns that message into a
// panic, which guard catches: the exit behind it is never reached. Everything else passes.
type trap struct{ out io.Writer }

func (t trap) Write(p []byte) (int, error) {
	if strings.Contains(string(p), fatal) {
		panic(&faultError{"the server sent an event with an invalid creation time"})
	}
	return t.out.Write(p)
}

var trapLock sync.Mutex

// setTrap sets the trap unless it is set.
func setTrap() {
	trapLock.Lock()
	defer trapLock.Unlock()
	if _, set := log.Writer().(trap); !set {
		log.SetOutput(trap{log.Writer()})
	}
}
