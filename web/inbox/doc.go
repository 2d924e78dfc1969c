// Package inbox receives players' mails for the games of a store, and answers each.
//
// # Idea
//
// Each mail is examined once; its plays are entered, or it is laid aside in the tray, and its sender is told which. All sources of
// mail end at one mechanism, [Desk]:
//
//	pipe, files, mailboxes, Maildirs ──┐
//	IMAP (package imap) ───────────────┼─► Desk.Take
//	                                   │
//	1  which mail? ─── by sender and Message-ID; one already handled is not handled again
//	2  a machine's, or our own? ─► laid aside, never answered
//	3  which game? ─── [Name] in the subject, umpire+name@…, what it answers, else the only one that its sender plays
//	4  who, how sure? ── addresses on the desk of the game; package mail/authentic; what the game demands
//	5  which plays? ─── package ledger/post
//	                    ├─► ruled on, and recorded: the outbox's letter about that is the answer
//	                    └─► the tray, with the reason: an answer says so, and how plays are written
//
// # Nothing lost, nothing twice
//
// The handling of a mail is noted on the desk beside the ledger (people.Mails), in this order:
//
//	note "begun" ──► the ledger: plays with their rulings ──► note "ruled"
//	                 the tray: the mail as it came         ──► note "tray", with the answer that is due
//
// If the process ends in between, the source still has the mail and delivers it again. The ledger identifies plays by sender and
// Message-ID and rules on none twice; the tray has one place for each mail. An answer is due from its note on until a server has
// accepted it (package outbox), under a Message-ID derived from the mail.
//
// An error of Take means that the mail cannot be handled now, for example because the store is unreachable; the caller keeps the mail.
//
// # Whom not to answer
//
// Answers go to the sender's address, which anybody can forge. So there is no answer to machines, to mail from a mailing list, or to mail
// that its domain disowns. A player gets at most twenty answers a day, a sender unknown to every game one, and all such senders together
// twenty. All other mail goes to the tray unanswered.
package inbox
