// Package proof makes a ledger answerable: that an event stands in it, and that it only ever
// grew, can be checked by people who hold neither the ledger nor any trust in its keeper.
//
// The events of a ledger are the leaves of a Merkle tree as in RFC 6962: leaf n-1 is event n,
// its record the canonical bytes of the event, exactly as stored. The hash of a leaf is
// SHA-256(0x00 ‖ record), that of an inner node SHA-256(0x01 ‖ left ‖ right), and the left
// subtree of a tree of n leaves holds the greatest power of two below n.
//
//	event ──► leaf ──► Tree ──► root ──► Checkpoint ──Sign──► a note that players keep
//	              └──► Hashes (kept beside the stream) ──► Proof, Extension
//
// A [Checkpoint] says how many events a ledger has and what their root is. Signed, it is a
// note in the form of c2sp.org/signed-note, its text that of c2sp.org/tlog-checkpoint:
//
//	adjudicate/hand-3
//	2095
//	CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
//
//	— umpire Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+…
//
// A [Proof] (c2sp.org/tlog-proof, with the event as its extra data) shows that an event stands
// at its place in the ledger of a checkpoint, an [Extension] that the ledger of one checkpoint
// begins with that of an earlier one. Both are text files that hold everything but the key.
//
// [Hashes] keeps the hashes of the tree beside the stream, so that a proof costs a few reads.
// They are derived data: a proof is checked against the signed root before it is handed out,
// and if it fails the hashes are made anew from the events. A signer hashes every event since
// the last checkpoint that it signed itself, on top of a tree whose root that checkpoint
// names: no root is ever signed on the word of what was kept.
//
// Everything read here is refused unless it is byte for byte as it would be written: notes
// and proofs with other line ends, padding or unused bits are errors. The package reads no
// clock and no random source.
package proof
