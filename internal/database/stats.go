package database

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"
)

// Stats is how the database is being used, as far as this program knows: what is
// counted has been since the database was opened.
type Stats struct {
	Wait   Distribution // of who writes, until her turn comes: in seconds
	Groups Distribution // of who writes on SQLite: how many were committed together
	Queued int          // who writes on SQLite and whom the writer has not taken yet

	Bulkheads   []BulkheadUse
	Connections Connections
	// JournalBytes is the size of SQLite's journal; negative: the engine has none.
	JournalBytes int64
}

// BulkheadUse is how full a bulkhead is.
type BulkheadUse struct {
	Name    string // "look", "read", "report", "export" or "write"
	Places  int
	Inside  int
	Waiting int
}

// Connections are those to PostgreSQL, or those that read SQLite's file.
type Connections struct {
	InUse, Idle int
	Waited      uint64        // how often somebody has waited for one
	WaitedFor   time.Duration // all of them together
}

// Distribution is how often something was how large.
type Distribution struct {
	Count   uint64
	Sum     float64
	Buckets map[float64]uint64 // by upper bound, each with all below it
}

// used is what an engine shows of itself.
type used struct {
	bulkheads bulkheads
	wait      *tally
	groups    *tally
	queued    int    // at the group writer
	journal   string // its path; empty: there is none

	connections Connections
}

// stats are what is used, as others see it.
func (u used) stats() (Stats, error) {
	stats := Stats{Wait: u.wait.seen(), Groups: u.groups.seen(), Queued: u.queued, Connections: u.connections, JournalBytes: -1}
	for _, l := range []struct {
		name string
		lane *bulkhead
	}{
		{"look", u.bulkheads.look}, {"read", u.bulkheads.read}, {"report", u.bulkheads.report},
		{"export", u.bulkheads.export}, {"write", u.bulkheads.write},
	} {
		stats.Bulkheads = append(stats.Bulkheads, l.lane.use(l.name))
	}
	if u.journal == "" {
		return stats, nil
	}
	file, err := os.Stat(u.journal)
	switch {
	case errors.Is(err, os.ErrNotExist):
		stats.JournalBytes = 0
	case err != nil:
		return stats, fmt.Errorf("looking at the journal: %w", err)
	default:
		stats.JournalBytes = file.Size()
	}
	return stats, nil
}

func (l *bulkhead) use(name string) BulkheadUse {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	use := BulkheadUse{Name: name, Places: l.places, Inside: l.places - l.free}
	for _, turns := range l.waiting {
		use.Waiting += len(turns)
	}
	return use
}

// tally counts how often something was how large, in whole units, of which one is as
// much as unit says. It costs some nanoseconds, and may be used by many at once.
type tally struct {
	bounds []int64
	unit   float64
	counts []atomic.Uint64 // one more than there are bounds
	sum    atomic.Int64
}

// newWaits tallies waits, by durations up to ten seconds.
func newWaits() *tally {
	var bounds []int64
	for _, most := range []time.Duration{1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000} {
		bounds = append(bounds, int64(most*time.Millisecond))
	}
	return &tally{bounds: bounds, unit: time.Second.Seconds() / float64(time.Second), counts: make([]atomic.Uint64, len(bounds)+1)}
}

// newSizes tallies numbers of callers up to maxGroup.
func newSizes() *tally {
	bounds := []int64{1, 2, 4, 8, 16, 32, maxGroup}
	return &tally{bounds: bounds, unit: 1, counts: make([]atomic.Uint64, len(bounds)+1)}
}

func (t *tally) add(value int64) {
	i := 0
	for i < len(t.bounds) && value > t.bounds[i] {
		i++
	}
	t.counts[i].Add(1)
	t.sum.Add(value)
}

// since adds how long ago an instant was.
func (t *tally) since(then time.Time) { t.add(int64(time.Since(then))) }

func (t *tally) seen() Distribution {
	d := Distribution{Sum: float64(t.sum.Load()) * t.unit, Buckets: map[float64]uint64{}}
	for i := range t.counts {
		d.Count += t.counts[i].Load()
		if i < len(t.bounds) {
			d.Buckets[float64(t.bounds[i])*t.unit] = d.Count
		}
	}
	return d
}
