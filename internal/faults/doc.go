// Package faults tests how a ledger's file survives failures of the disk. Only tests use it.
//
// A [Disk] is a SQLite VFS between SQLite and the operating system, through which every connection of the process opens its files.
// It counts operations on files (create, write, truncate, sync, delete), can make any of them fail, and records them all:
//
//	store/sqlite ──► SQLite ──► Disk ──► the real VFS ──► files
//	                             │
//	                             └──► record ──Image──► what a power cut leaves
//
// From a record, [Image] builds the files as a power cut at any point may leave them: everything synced is there; of everything
// else any part may be, sector by sector, in any order. Creating and deleting files takes effect in order.
//
// The model is a disk that keeps what it has synced. A disk that lies about syncing, or forgets writes after a failed sync, is
// modelled by a fault that skips the sync.
package faults
