// Package faults shows what a ledger's file survives. It is used by tests only.
//
// A [Disk] stands between SQLite and the operating system, as a VFS that every connection
// of the process opens its files through. It counts what is done to files (made, written,
// cut, synced, deleted), may let any of it fail, and keeps a record of it all:
//
//	store/sqlite ──► SQLite ──► Disk ──► the real VFS ──► files
//	                             │
//	                             └──► record ──Image──► what a power cut leaves
//
// From a record, [Image] puts together the files as they may stand after the machine has
// lost power at any point of it: what was synced is there; of what was not, any part may be
// there, sector by sector, in any order. Creating and deleting files takes effect in order.
//
// It models a disk that keeps what it has synced. One that lies about syncing, or forgets
// after a failed sync what it was to write, is modelled by a fault that skips the sync.
package faults
