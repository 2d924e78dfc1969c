package ledger

import (
	"iter"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history/readjudicate"
	"adjudicate/store"
)

// What an edition restates is ruled on again beside the rest of the ledger: what follows an adoption is verified from the state that it has
// recorded, as it was found or not, and so does not wait for it. Adoptions are verified one after the other, and share what the ones before them
// have come to: states that were folded, laws that were compiled.

// mostWaiting is how many adoptions wait to be ruled on again before whoever reads the ledger waits for them.
const mostWaiting = 4

// An adoptionJob is an adoption that is ruled on again, with what that needs of the verifier as it stood there.
type adoptionJob struct {
	in       events.Envelope
	recorded []events.Envelope
	ruling   events.Ruled
	before   *aggregate.State
	after    *aggregate.State // as recorded; nil if that cannot be restored
	digest   error
	read     func(from uint64) iter.Seq2[store.Recorded, error]
	states   *putAside // nil: nothing stands before it
	past     *reading  // the same

	found findings
	place place
}

// beside takes adoptions until it is closed. The zero beside is ready.
type beside struct {
	jobs chan *adoptionJob
	done chan struct{}
}

// add hands an adoption over.
func (b *beside) add(job *adoptionJob, engine string) {
	if b.jobs == nil {
		b.jobs, b.done = make(chan *adoptionJob, mostWaiting), make(chan struct{})
		go b.work(&editions{engine: engine, tree: new(readjudicate.Tree)})
	}
	if job.states != nil {
		job.past = &reading{putAside: job.states, name: job.in.Ledger, read: job.read}
	}
	b.jobs <- job
}

func (b *beside) work(eds *editions) {
	defer close(b.done)
	var past *reading // the catalogue of the editions goes on reading from it
	for job := range b.jobs {
		if past == nil {
			past = job.past
		}
		job.make(eds, past)
		if !job.found.none() {
			eds.tree = nil // an edition is not what was made of it
			if eds.cat != nil {
				eds.cat.Parted()
			}
		}
		if eds.cat != nil {
			eds.cat.Decoded(job.recorded...) // the editions to come read it
		}
		*job = adoptionJob{found: job.found} // which the places refer to
	}
}

// wait returns when every adoption has been ruled on again.
func (b *beside) wait() {
	if b.jobs != nil {
		close(b.jobs)
		<-b.done
		b.jobs = nil
	}
}
