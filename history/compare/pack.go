package compare

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"sync"

	"adjudicate/events"
)

// What an input has come to in two histories takes some kilobytes, and is asked for again only where it is told in words, which
// of most inputs of a long list it is not. A packed comparison keeps of each input what the next ones are traced to: its address,
// the two verdicts, the cause. The input itself and both rulings are written as events are, a few inputs together, and compressed,
// beside the walk that goes on:
//
//	input ──┬─► Input: address, verdicts, cause            (Path, Follow, counts, the lines of a tree)
//	        └─► packed: payload, faults, facts, basis, outcomes of one history alone ──► Input.Opened
//
// What has been packed is opened as it was. Nothing is refused; what cannot be written as an event stays as it is. The first packs stay in memory, the others lie in a
// temporary file (spill.go).

// pack is some inputs of a comparison, written and compressed one behind the other.
type pack struct {
	of   *packer
	data []byte
	kept []detail // what could not be written; data is then nil
	away *extent  // where data lies in the file, which is then nil; nil: in none
}

// perPack is how many inputs are compressed together, some forty kilobytes: more would be hardly smaller, and takes longer to open.
const perPack = 32

// detail is what is packed of an input.
type detail struct {
	payload       events.Payload
	before, after *Ruling
	weighs        *Weigh // nil: nothing to tell
}

// packer packs inputs on other goroutines, as many as there are processors.
type packer struct {
	busy  sync.WaitGroup
	free  chan *flate.Writer // as many; nil until it is used
	next  *pack
	items []detail

	verdicts map[string]*Ruling // that say no more
	spill    spill

	opening sync.Mutex
	opened  *pack // the one that was opened last: mostly the next input that is told is in the same
	text    []byte
}

func newPacker() *packer {
	p := &packer{free: make(chan *flate.Writer, runtime.GOMAXPROCS(0)), verdicts: map[string]*Ruling{}, spill: spill{most: mostPacked}}
	for range cap(p.free) {
		p.free <- nil
	}
	return p
}

// take packs an input. Its payload and rulings are opened with Opened from now on, once wait has returned.
func (p *packer) take(in *Input, w *Weigh) {
	if p.next == nil {
		p.next, p.items = &pack{of: p}, make([]detail, 0, perPack)
	}
	in.packed, in.at = p.next, len(p.items)
	p.items = append(p.items, detail{in.Payload, in.Before, in.After, w})
	in.Cause.Chain = nil
	in.Payload, in.Before, in.After = nil, p.verdict(in.Before), p.verdict(in.After)
	if len(p.items) == perPack {
		p.flush()
	}
}

func (p *packer) flush() {
	next, items := p.next, p.items
	if next == nil {
		return
	}
	p.next, p.items = nil, nil
	with := <-p.free
	p.busy.Go(func() { p.free <- next.write(items, with) })
}

// wait waits until everything is packed.
func (p *packer) wait() {
	p.flush()
	p.busy.Wait()
	p.free = nil
}

// verdict is no more of a ruling than its verdict.
func (p *packer) verdict(of *Ruling) *Ruling {
	r := p.verdicts[of.Verdict]
	if r == nil {
		r = &Ruling{Verdict: of.Verdict}
		p.verdicts[of.Verdict] = r
	}
	return r
}

// Opened returns an input with its payload, both rulings and its chain: itself, unless it is one of a packed comparison.
func (in *Input) Opened() (*Input, error) {
	if in.packed == nil {
		return in, nil
	}
	d, err := in.packed.open(in.at)
	if err != nil {
		return nil, in.shut(err)
	}
	out := *in
	out.packed, out.Payload, out.Before, out.After = nil, d.payload, d.before, d.after
	out.Cause.Chain = in.links(in.Cause.Steps)
	return &out, nil
}

// Weighed yields what the sides weigh in both histories, wherever an input that differs posted it, in the order of the inputs.
func (r *Report) Weighed() iter.Seq2[Weigh, error] {
	return func(yield func(Weigh, error) bool) {
		for _, w := range r.Weights { // of the inputs that are not packed, which are the first
			if !yield(w, nil) {
				return
			}
		}
		for _, in := range r.Inputs {
			if in.packed == nil {
				continue
			}
			w, err := in.packed.weighed(in.at)
			if err != nil {
				yield(Weigh{}, in.shut(err))
				return
			}
			if w != nil && !yield(*w, nil) {
				return
			}
		}
	}
}

// shut says that an input cannot be opened.
func (in *Input) shut(err error) error {
	return fmt.Errorf("open what was packed of #%s: %w", in.Address, err)
}

// write packs details with a compressor, or with a new one, and returns it. What cannot be written is kept.
func (p *pack) write(items []detail, with *flate.Writer) *flate.Writer {
	w := packWriter{b: make([]byte, 0, 64<<10)}
	for i := range items {
		at := len(w.b)
		w.b = append(w.b, 0, 0, 0, 0)
		w.weighs(items[i].weighs)
		w.payload(items[i].payload)
		w.ruling(items[i].before)
		w.ruling(items[i].after)
		binary.LittleEndian.PutUint32(w.b[at:], uint32(len(w.b)-at-4))
	}
	if w.err == nil {
		with, p.data, w.err = deflated(with, w.b)
	}
	if w.err != nil {
		p.kept, p.data = items, nil
	} else if p.away = p.of.spill.put(p.data); p.away != nil {
		p.data = nil
	}
	return with
}

// open returns one of the details.
func (p *pack) open(at int) (d detail, err error) {
	if p.kept != nil {
		return p.kept[at], nil
	}
	err = p.read(at, func(r *packReader) {
		d.weighs = r.weighs()
		d.payload, d.before, d.after = r.payload(), r.ruling(), r.ruling()
	})
	return d, err
}

// weighed returns what the sides weigh of one of the details alone, which is in front of the rest.
func (p *pack) weighed(at int) (w *Weigh, err error) {
	if p.kept != nil {
		return p.kept[at].weighs, nil
	}
	err = p.read(at, func(r *packReader) { w = r.weighs() })
	return w, err
}

// read reads what was written of one of the details.
func (p *pack) read(at int, what func(*packReader)) error {
	o := p.of
	o.opening.Lock()
	defer o.opening.Unlock()
	if o.opened != p {
		data, err := p.data, error(nil)
		if p.away != nil {
			if data, err = o.spill.get(*p.away); err != nil {
				return err
			}
		}
		text, err := io.ReadAll(flate.NewReader(bytes.NewReader(data)))
		if err != nil {
			return err
		}
		o.opened, o.text = p, text
	}
	r := packReader{b: o.text}
	for range at {
		r.bytes(uint64(r.length()))
	}
	r.length()
	what(&r)
	return r.err
}

func deflated(with *flate.Writer, text []byte) (*flate.Writer, []byte, error) {
	var out bytes.Buffer
	if with == nil {
		var err error
		if with, err = flate.NewWriter(&out, flate.BestSpeed); err != nil {
			return nil, nil, err
		}
	} else {
		with.Reset(&out)
	}
	if _, err := with.Write(text); err != nil {
		return nil, nil, err
	}
	if err := with.Close(); err != nil {
		return nil, nil, err
	}
	return with, bytes.Clone(out.Bytes()), nil
}

// packWriter writes details; every text has its length before it.
type packWriter struct {
	b   []byte
	one []byte // a payload
	err error
}

func (w *packWriter) text(s string) {
	w.b = append(binary.AppendUvarint(w.b, uint64(len(s))), s...)
}

func (w *packWriter) texts(list []string) {
	w.b = binary.AppendUvarint(w.b, uint64(len(list)))
	for _, s := range list {
		w.text(s)
	}
}

func (w *packWriter) payload(p events.Payload) {
	wire, data, err := events.AppendPayload(w.one[:0], p)
	if err != nil {
		w.err = cmp.Or(w.err, err)
		return
	}
	w.one = data
	w.text(wire)
	w.b = append(binary.AppendUvarint(w.b, uint64(len(data))), data...)
}

func (w *packWriter) ruling(r *Ruling) {
	w.payload(events.Ruled{Verdict: r.Verdict, Play: r.Play, Faults: r.Faults, Facts: r.Facts})
	w.text(r.Algebraic)
	w.texts(r.Basis.Clauses)
	w.texts(r.Basis.Readings)
	w.b = binary.AppendUvarint(w.b, uint64(len(r.Only)))
	for _, p := range r.Only {
		w.payload(p)
	}
}

func (w *packWriter) weighs(of *Weigh) {
	if of == nil {
		w.b = append(w.b, 0)
		return
	}
	w.b = binary.AppendUvarint(append(w.b, 1), of.Point)
	for _, list := range [][]events.Weight{of.Before, of.After} {
		if list == nil {
			w.b = append(w.b, 0)
			continue
		}
		w.b = binary.AppendUvarint(append(w.b, 1), uint64(len(list)))
		for _, one := range list {
			w.text(one.Side)
			w.b = binary.AppendVarint(w.b, int64(one.Weight))
		}
	}
}

// packReader reads what packWriter has written, and keeps the first error.
type packReader struct {
	b   []byte
	err error
}

var errPacked = errors.New("what was packed is cut off")

func (r *packReader) bytes(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.err, r.b = cmp.Or(r.err, errPacked), nil
		return nil
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

// length is how long the next detail is.
func (r *packReader) length() uint32 {
	if b := r.bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (r *packReader) unsigned() uint64 {
	n, size := binary.Uvarint(r.b)
	if r.bytes(uint64(max(size, 0))); size <= 0 {
		r.err = cmp.Or(r.err, errPacked)
		return 0
	}
	return n
}

func (r *packReader) signed() int64 {
	n, size := binary.Varint(r.b)
	if r.bytes(uint64(max(size, 0))); size <= 0 {
		r.err = cmp.Or(r.err, errPacked)
		return 0
	}
	return n
}

// count is how many bytes or things follow, each of which takes a byte at least.
func (r *packReader) count() uint64 {
	n := r.unsigned()
	if n > uint64(len(r.b)) {
		r.err = cmp.Or(r.err, errPacked)
		return 0
	}
	return n
}

func (r *packReader) text() string { return string(r.bytes(r.count())) }

func (r *packReader) texts() []string {
	n := r.count()
	if n == 0 {
		return nil
	}
	out := make([]string, n)
	for i := range out {
		out[i] = r.text()
	}
	return out
}

func (r *packReader) payload() events.Payload {
	wire, data := r.text(), r.bytes(r.count())
	if r.err != nil {
		return nil
	}
	p, err := events.DecodePayload(wire, data)
	r.err = cmp.Or(r.err, err)
	return p
}

func (r *packReader) ruling() *Ruling {
	ruled, _ := r.payload().(events.Ruled)
	out := &Ruling{Verdict: ruled.Verdict, Play: ruled.Play, Faults: ruled.Faults, Facts: ruled.Facts}
	out.Algebraic = r.text()
	out.Basis.Clauses = r.texts()
	out.Basis.Readings = r.texts()
	for range r.count() {
		out.Only = append(out.Only, r.payload())
	}
	return out
}

// there reads whether something is.
func (r *packReader) there() bool {
	b := r.bytes(1)
	return b != nil && b[0] != 0
}

func (r *packReader) weighs() *Weigh {
	if !r.there() {
		return nil
	}
	list := func() []events.Weight {
		if !r.there() {
			return nil
		}
		n := r.count()
		out := make([]events.Weight, 0, n)
		for range n {
			out = append(out, events.Weight{Side: r.text(), Weight: events.Half(r.signed())})
		}
		return out
	}
	return &Weigh{r.unsigned(), list(), list()}
}
