package store

import (
	"sync/atomic"
	"time"
)

// editions tell whether what was once read of some tables of SQLite still stands
// there. Whoever keeps something looks at the number before she reads it, and what
// she keeps is good while that edition is. One ends before this program begins to
// commit a change of the tables, and the next one comes out when the commit has
// ended, whatever became of it, and before anybody is told: between the two there
// is none.
//
// Another program tells nobody that it has written. Only the connection that writes
// tells others' commits from our own, so that one is asked: for each group of
// writers, and by whoever wants to use what is kept when that was heardWithin ago or
// longer. While it cannot be asked, nothing is good.
type editions struct {
	number atomic.Int64     // odd between two editions
	asked  atomic.Int64     // what the clock said when others' commits were last asked for
	began  time.Time        // when the clock was nought
	others int64            // what SQLite said of them; of whoever uses the connection that writes
	ask    func() (ok bool) // asks now, unless the connection is in use; nil: nobody writes here
}

const (
	// noEdition is one in which nothing is good.
	noEdition = 0
	// heardWithin is how long what another program has changed is not seen, at most.
	heardWithin = 100 * time.Millisecond
)

func newEditions() *editions {
	e := &editions{began: time.Now(), others: -1}
	e.number.Store(noEdition + 2)
	e.asked.Store(-int64(heardWithin))
	return e
}

// current is the edition of what is read from now on. Without editions it is none.
func (e *editions) current() int64 {
	if e == nil {
		return noEdition
	}
	return e.number.Load()
}

// good reports whether what was read in an edition still stands.
func (e *editions) good(edition int64) bool {
	return edition%2 == 0 && e.heard() && e.number.Load() == edition
}

// heard reports whether others' commits were asked for lately, or are now.
func (e *editions) heard() bool {
	lately := e.clock()-e.asked.Load() < int64(heardWithin)
	return lately || e.ask != nil && e.ask()
}

// clock is a time that nobody sets back.
func (e *editions) clock() int64 { return int64(time.Since(e.began)) }

// hear takes what SQLite said of others' commits when the clock said a time: another
// number after each.
func (e *editions) hear(others, at int64) {
	if others != e.others {
		e.others = others
		e.number.Add(2)
	}
	e.asked.Store(at)
}

// end ends the edition. Whoever calls it calls begin, and nobody hears in between.
func (e *editions) end() { e.number.Add(1) }

// begin begins an edition where the last one has ended.
func (e *editions) begin() {
	if e.number.Load()%2 != 0 {
		e.number.Add(1)
	}
}
