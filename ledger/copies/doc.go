// Package copies replicates ledgers to a second place, and backs them up and restores them.
//
//	             ┌─Copy──► events byte for byte, both roots compared, checkpoints carried over
//	From ─Copier─┤
//	             └─Follow─► the same, and again whenever From has more
//	store ──Backup──► a file of one moment, read back ──Restore──► verified, put in place
//
// An interrupted copy resumes where it stopped, after comparing what it has with its source (store/replica).
// A backup appears under its name complete or not at all. A restored ledger is judged again, input by input,
// before it is put in place.
//
// The package refuses to copy a place onto itself, to extend a target that is not a prefix of the source, and
// to overwrite a file. A copy that differs, or a backup that does not verify, is a result, not an error.
package copies
