// Package copies has a ledger stand in a second place, and stay the same ledger.
//
//	             ┌─Copy──► events byte for byte, both roots compared, checkpoints carried over
//	From ─Copier─┤
//	             └─Follow─► the same, and again whenever From has more
//	store ──Backup──► a file of one moment, read back ──Restore──► verified, put in place
//
// A copy that was interrupted goes on where it stopped: what it has is held against its source
// first (store/replica). A backup appears under its name complete, or not at all. What is restored
// is judged again, input by input, before it is put anywhere.
//
// It refuses to copy a place onto itself, to add to what is not the beginning of the source,
// and to put anything where a file is. That a copy differs, or that a backup does not verify,
// is no error but what was found.
package copies
