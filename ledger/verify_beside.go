package ledger

import (
	"iter"
	"slices"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/store"
)

// What an edition restates is ruled on again beside the rest of the ledger: what follows an adoption is verified from the state that it has
// recorded, as it was found or not, and so does not wait for it. Adoptions are verified one after the other, and share what the ones before them
// have come to: states that were folded, laws that were compiled.

// mostWaiting is how many adoptions wait to be ruled on again before whoever reads the ledger waits for them.
const mostWaiting = 8

// An adoptionJob is an adoption that is ruled on again, with what that needs of the verifier as it stood there.
type adoptionJob struct {
	in       events.Envelope
	recorded []events.Envelope
	ruling   events.Ruled
	before   *aggregate.State
	digest   error
	read     func(from uint64) iter.Seq2[store.Recorded, error]
	past     *reading // nil: nothing stands before it

	found verifier // lists what is found, and does nothing else
}

// A place is where in the lists of a verifier stands what is found of an adoption.
type place struct {
	*adoptionJob
	differences, otherwise, unexplained int
}

// beside takes adoptions until it is closed. The zero beside is ready.
type beside struct {
	jobs chan *adoptionJob
	done chan struct{}
}

// add hands an adoption over.
func (b *beside) add(job *adoptionJob, r *Reviewer) {
	if b.jobs == nil {
		b.jobs, b.done = make(chan *adoptionJob, mostWaiting), make(chan struct{})
		go b.work(&editions{engine: r.engine})
	}
	if r.past != nil {
		job.past = &reading{Keeper: r.past.Keeper, name: r.past.name, read: job.read}
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
		*job = adoptionJob{found: job.found}
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

// join puts what was found of adoptions among what was found meanwhile, where the adoptions stand.
func (v *verifier) join() {
	v.beside.wait()
	for _, p := range slices.Backward(v.places) {
		v.out.Differences = slices.Insert(v.out.Differences, p.differences, p.found.out.Differences...)
		v.out.Otherwise = slices.Insert(v.out.Otherwise, p.otherwise, p.found.out.Otherwise...)
		v.unexplained = slices.Insert(v.unexplained, p.unexplained, p.found.unexplained...)
	}
	v.places = nil
}
