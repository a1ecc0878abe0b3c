package database

import (
	"sync/atomic"
	"time"
)

// Generations counts the changes to the cached tables of SQLite. A reader asks for the current generation before it
// reads, and its cached value is valid while that generation is current. Before a commit that changes a cached table,
// the generation is invalidated; after the commit, and before callers get their reply, the next one starts.
//
// Commits of other processes are found by PRAGMA data_version, which only the writing connection can tell from our own
// commits. Each group of writers checks it, and so does a cache reader when the last check is older than MaxStaleness.
// While it cannot be checked, no generation is valid.
type Generations struct {
	number      atomic.Int64     // odd while a commit is under way
	checkedAt   atomic.Int64     // time of the last check for other processes' commits
	epoch       time.Time        // zero of the clock
	dataVersion int64            // SQLite's data_version; guarded by the writer's connection
	check       func() (ok bool) // checks now unless the connection is busy; nil: there is no writer
}

const (
	// NoGeneration is never valid.
	NoGeneration = 0
	// MaxStaleness is the longest time that a change made by another process stays invisible.
	MaxStaleness = 100 * time.Millisecond
)

func newGenerations() *Generations {
	g := &Generations{epoch: time.Now(), dataVersion: -1}
	g.number.Store(NoGeneration + 2)
	g.checkedAt.Store(-int64(MaxStaleness))
	return g
}

// Current returns the generation of a read that begins now. A nil Generations returns NoGeneration.
func (g *Generations) Current() int64 {
	if g == nil {
		return NoGeneration
	}
	return g.number.Load()
}

// isValid reports whether rows read in a generation are still current.
func (g *Generations) isValid(generation int64) bool {
	return generation%2 == 0 && g.isFresh() && g.number.Load() == generation
}

// isFresh reports whether other processes' commits were checked recently, or checks them now.
func (g *Generations) isFresh() bool {
	lately := g.clock()-g.checkedAt.Load() < int64(MaxStaleness)
	return lately || g.check != nil && g.check()
}

// clock is monotonic.
func (g *Generations) clock() int64 { return int64(time.Since(g.epoch)) }

// recordDataVersion takes the result of a check that was made at a time. A new version means that another process
// committed.
func (g *Generations) recordDataVersion(version, at int64) {
	if version != g.dataVersion {
		g.dataVersion = version
		g.number.Add(2)
	}
	g.checkedAt.Store(at)
}

// invalidate ends the generation. The caller calls startNext, and no check runs in between.
func (g *Generations) invalidate() { g.number.Add(1) }

// startNext starts a generation if none is current.
func (g *Generations) startNext() {
	if g.number.Load()%2 != 0 {
		g.number.Add(1)
	}
}
