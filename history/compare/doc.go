// Package compare explains how two histories of one game differ, input by input, and why.
//
// A [Collector] receives every input that differs, in effective order, with the two states just
// before it. It keeps both rulings, the outcomes found in only one history, the Weights of both,
// and the cause. [Editions] walks two stored editions side by side; Collector.Watch receives the
// steps of a candidate's run. Both produce a [Report].
//
//	edition 1 ┐                 ┌ inputs that differ, each with its cause
//	          ├─ Step, Step … ──┤ Weights of both, play by play
//	edition 2 ┘                 └ what differs at the end, or at any point
//
// There are three kinds of cause. A change of the edition may concern the input itself. The law
// may be the cause: judged on the board of the first history under the law of the second, the
// input already comes out as in the second; the differing rules and readings that the ruling
// cites are then named. Or the board may be the cause: pieces, turns or accounts that the ruling
// rests on differ, and the earlier differing inputs that made them so are named. So every cause
// leads back, through other inputs, to changes.
//
// Memory grows with the number of inputs that differ, not with the length of the history. Where the inputs are to be told one by one, a collector
// packs them: little is kept of each but its verdicts and its cause, until Input.Opened.
package compare
