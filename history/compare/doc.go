// Package compare explains how two histories of one game differ, input by input, and why.
//
// A [Collector] is shown every input that differs, in effective order, together with the two
// states just before it. It keeps what is worth telling: both rulings, the outcomes that only
// one of them has, the Weights of both histories, and the cause. Two editions that are stored
// are walked side by side by [Editions]; of a candidate, Collector.Watch sees the steps of its
// run. Both come to the same [Report].
//
//	edition 1 ┐                 ┌ inputs that differ, each with its cause
//	          ├─ Step, Step … ──┤ Weights of both, play by play
//	edition 2 ┘                 └ what differs at the end, or at any point
//
// A cause is one of three. A change of the edition may concern the very input. Or the law
// turned it: judged on the board of the first history under the law of the second, it already
// comes out as in the second; then the rules and readings that differ and that the ruling
// cites are named. Or the board did: pieces, turns or books that the ruling rests on stand
// otherwise, and the inputs that made them so, which differ themselves, are named. So every
// cause leads back, over other inputs, to changes.
//
// Memory grows with the inputs that differ, not with the history.
package compare
