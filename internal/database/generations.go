package database

import (
	"sync/atomic"
	"time"
)

// Generations counts changes to SQLite's cached tables. A cached value is valid while the generation from before its
// read is current. A generation ends before a commit that changes a cached table; the next begins after it, before the
// replies. PRAGMA data_version shows other processes' commits. Each group of writers checks it, and each reader if its
// last check is older than MaxStaleness. Without a check no generation is valid.
type Generations struct {
	number      atomic.Int64 // odd during a commit
	checkedAt   atomic.Int64 // last check for other processes' commits
	epoch       time.Time
	dataVersion int64            // SQLite's data_version; only the writer's connection may use it
	check       func() (ok bool) // nil: no writer; false: its connection is busy
}

const (
	// NoGeneration is never valid.
	NoGeneration = 0
	// MaxStaleness is how long another process's change may stay invisible.
	MaxStaleness = 100 * time.Millisecond
)

func newGenerations() *Generations {
	g := &Generations{epoch: time.Now(), dataVersion: -1}
	g.number.Store(NoGeneration + 2)
	g.checkedAt.Store(-int64(MaxStaleness))
	return g
}

// Current returns the generation for a read that begins now, or NoGeneration if g is nil.
func (g *Generations) Current() int64 {
	if g == nil {
		return NoGeneration
	}
	return g.number.Load()
}

func (g *Generations) isValid(generation int64) bool {
	return generation%2 == 0 && g.isFresh() && g.number.Load() == generation
}

func (g *Generations) isFresh() bool {
	checkedRecently := g.elapsed()-g.checkedAt.Load() < int64(MaxStaleness)
	return checkedRecently || g.check != nil && g.check()
}

func (g *Generations) elapsed() int64 { return int64(time.Since(g.epoch)) }

func (g *Generations) recordDataVersion(version, at int64) {
	if version != g.dataVersion {
		g.dataVersion = version
		g.number.Add(2)
	}
	g.checkedAt.Store(at)
}

// invalidate ends the current generation. Call startNext before any check.
func (g *Generations) invalidate() { g.number.Add(1) }

func (g *Generations) startNext() {
	if g.number.Load()%2 != 0 {
		g.number.Add(1)
	}
}
