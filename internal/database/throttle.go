package database

import (
	"sync/atomic"
	"time"
)

// Demand records when a caller last needed the database at once.
type Demand struct{ last atomic.Int64 } // Unix time in nanoseconds

// Record records that a caller needs it now.
func (d *Demand) Record() { d.last.Store(time.Now().UnixNano()) }

func (d *Demand) isRecent(period time.Duration) bool {
	return time.Since(time.Unix(0, d.last.Load())) < period
}

// Throttle makes a long read pause while there is demand: after workSlice it pauses for a multiple of that.
type Throttle struct {
	demand *Demand
	since  time.Time
}

// NewThrottle returns a throttle for a read that starts now.
func NewThrottle(demand *Demand) *Throttle {
	return &Throttle{demand: demand, since: time.Now()}
}

const (
	workSlice    = time.Millisecond
	restFactor   = 3                     // a pause in units of the work done
	demandWindow = 50 * time.Millisecond // how long recorded demand counts
)

// Pause is called between two rows.
func (t *Throttle) Pause() {
	worked := time.Since(t.since)
	if worked < workSlice {
		return
	}
	if t.demand.isRecent(demandWindow) {
		time.Sleep(restFactor * min(worked, restFactor*workSlice))
	}
	t.since = time.Now()
}
