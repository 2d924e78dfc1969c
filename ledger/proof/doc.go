// Package proof makes a ledger verifiable: people who neither hold the ledger nor trust its keeper can check
// that an event is in it, and that it only ever grew.
//
// The events of a ledger are the leaves of a Merkle tree as in RFC 6962: leaf n-1 is event n, its record the
// canonical bytes of the event, exactly as stored. The hash of a leaf is SHA-256(0x00 ‖ record), that of an
// inner node SHA-256(0x01 ‖ left ‖ right), and the left subtree of a tree of n leaves holds the greatest power
// of two below n.
//
//	event ──► leaf ──► Tree ──► root ──► Checkpoint ──Sign──► a note that players keep
//	              └──► Hashes (kept beside the stream) ──► Proof, Extension
//
// A [Checkpoint] states the number of events in a ledger and their root. Signed, it is a note in the form of
// c2sp.org/signed-note with the text of c2sp.org/tlog-checkpoint:
//
//	adjudicate/hand-3
//	2095
//	CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
//
//	— umpire Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+…
//
// A [Proof] (c2sp.org/tlog-proof, with the event as its extra data) shows that an event is at its place in the
// ledger of a checkpoint. An [Extension] shows that the ledger of one checkpoint begins with that of an earlier
// one. Both are text files that hold everything needed but the key.
//
// [Hashes] keeps the hashes of the tree beside the stream, so that a proof costs a few reads. They are derived
// data: a proof is checked against the signed root before it is returned, and if it fails the hashes are
// recomputed from the events. A signer hashes every event since the last checkpoint that it signed itself,
// starting from a tree whose root that checkpoint names, so it never signs a root on the word of stored hashes.
//
// Input that is not byte for byte as it would be written is refused: notes and proofs with other line ends,
// padding or unused bits are errors. The package reads no clock and no random source.
package proof
