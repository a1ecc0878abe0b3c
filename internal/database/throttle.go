package database

import (
	"sync/atomic"
	"time"
)

// Demand knows when a caller last wanted something at once.
type Demand struct{ last atomic.Int64 } // Unix time in nanoseconds

// Note notes that a caller wants something now.
func (a *Demand) Note() { a.last.Store(time.Now().UnixNano()) }

// within reports whether a caller wanted something so short a time ago.
func (a *Demand) within(lately time.Duration) bool {
	return time.Since(time.Unix(0, a.last.Load())) < lately
}

// Throttle keeps what reads for long, row after row, from holding a core without
// pause while others want something: after a breath it rests for several.
type Throttle struct {
	demand *Demand
	since  time.Time
}

// NewThrottle begins to count the work of a reader, which gives way to others.
func NewThrottle(demand *Demand) *Throttle {
	return &Throttle{demand: demand, since: time.Now()}
}

const (
	breath     = time.Millisecond
	restsFor   = 3                     // breaths
	othersCame = 50 * time.Millisecond // within which another caller counts as being there
)

// Pause is called between two rows.
func (t *Throttle) Pause() {
	worked := time.Since(t.since)
	if worked < breath {
		return
	}
	if t.demand.within(othersCame) {
		time.Sleep(restsFor * min(worked, restsFor*breath))
	}
	t.since = time.Now()
}
