package web

import "time"

// All that grows with what others ask is bounded by one of these.
const (
	keptBytes   = 64 << 20               // bytes of kept answers, their keys included
	keptAnswer  = 2 << 20                // bytes of an answer that is kept
	keptGames   = 256                    // games whose editions are kept
	keptStates  = 64 << 20               // bytes of kept states of games, one every 64 events of what was asked for
	keptOpen    = 96 << 20               // bytes of games that are left open to be written to again: some six hundred
	keptHiding  = 10_000                 // games of which it is known whether their rules hide a part of them
	keptSteps   = 1_000_000              // entries of histories of games that are kept to step along
	mostBuilds  = 4                      // answers that are worked out at the same time
	mostWaiting = 256                    // requests that wait for one of them
	mostWatched = 5000                   // open streams
	mostOpen    = 8000                   // open connections, streams among them
	leftFree    = 1000                   // of these, that no connection takes up which only waits for its next request
	mostQuery   = 2048                   // bytes of a query
	mostHeader  = 16 << 10               // bytes of a request's head
	readWithin  = 5 * time.Second        // reading the head of a request
	writeWithin = 30 * time.Second       // writing an answer that is no stream
	idleFor     = 2 * time.Minute        // waiting of a connection for the next request
	pollEvery   = 200 * time.Millisecond // between two looks at the head of a game that is watched
	beatEvery   = 20 * time.Second       // silence of a stream on which nothing happens
	keptRates   = 10_000                 // addresses and people whose writing is counted
	writeEvery  = 2 * time.Second        // between two writings of an address, on average
	writeAtOnce = 20                     // writings of an address at once
	enterEvery  = time.Second            // between two entries of somebody in a game, on average, from wherever they come
	enterAtOnce = 60                     // entries of somebody in a game at once
	pageEntries = 50                     // entries of the log on one page
	mostFromEnd = 20                     // pages of the log that are read from the end of a game; of older ones everything is read
	filmed      = 12                     // entries before the one on a page that its animated picture begins with
)
