package database

import (
	"sync/atomic"
	"time"
)

// Generations counts the changes of the tables of SQLite of which caches keep rows. A reader
// asks for the current generation before it reads, and what it keeps is valid while that
// generation is current. A generation ends before this program begins to commit a change of the
// tables. The next one begins when the commit has ended, whatever became of it, and before any
// caller is answered: between the two there is none.
//
// Another program does not say that it has written. Only the connection that writes tells
// others' commits from our own, so that one is asked: for each group of writers, and by a reader
// of a cache when that was MaxStaleness ago or longer. While it cannot be asked, nothing is
// valid.
type Generations struct {
	number atomic.Int64     // odd between two generations
	asked  atomic.Int64     // what the clock said when others' commits were last asked for
	began  time.Time        // when the clock was nought
	others int64            // what SQLite said of them; of whoever uses the connection that writes
	ask    func() (ok bool) // asks now, unless the connection is in use; nil: nobody writes here
}

const (
	// NoGeneration is one in which nothing is valid.
	NoGeneration = 0
	// MaxStaleness is the longest time that a change made by another program stays unseen.
	MaxStaleness = 100 * time.Millisecond
)

func newGenerations() *Generations {
	e := &Generations{began: time.Now(), others: -1}
	e.number.Store(NoGeneration + 2)
	e.asked.Store(-int64(MaxStaleness))
	return e
}

// Current returns the generation of what is read from now on. A nil Generations has none.
func (e *Generations) Current() int64 {
	if e == nil {
		return NoGeneration
	}
	return e.number.Load()
}

// valid reports whether what was read in a generation still stands.
func (e *Generations) valid(generation int64) bool {
	return generation%2 == 0 && e.heard() && e.number.Load() == generation
}

// heard reports whether others' commits were asked for lately, or are now.
func (e *Generations) heard() bool {
	lately := e.clock()-e.asked.Load() < int64(MaxStaleness)
	return lately || e.ask != nil && e.ask()
}

// clock is a time that nobody sets back.
func (e *Generations) clock() int64 { return int64(time.Since(e.began)) }

// hear takes what SQLite said of others' commits when the clock said a time: another
// number after each.
func (e *Generations) hear(others, at int64) {
	if others != e.others {
		e.others = others
		e.number.Add(2)
	}
	e.asked.Store(at)
}

// end ends the generation. Whoever calls it calls begin, and nobody hears in between.
func (e *Generations) end() { e.number.Add(1) }

// begin begins a generation where the last one has ended.
func (e *Generations) begin() {
	if e.number.Load()%2 != 0 {
		e.number.Add(1)
	}
}
