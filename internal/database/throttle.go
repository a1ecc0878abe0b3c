package database

import (
	"sync/atomic"
	"time"
)

// Demand records when a caller last waited for the database.
type Demand struct{ last atomic.Int64 } // Unix nanoseconds

// Record records that a caller waits now.
func (d *Demand) Record() { d.last.Store(time.Now().UnixNano()) }

func (d *Demand) isRecent(period time.Duration) bool {
	return time.Since(time.Unix(0, d.last.Load())) < period
}

// Throttle pauses a long read while others wait: after each workSlice, for restFactor times its length.
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
	restFactor   = 3                     // pause, as a multiple of the work
	demandWindow = 50 * time.Millisecond // how long demand counts
)

// Pause pauses the read if callers wait. Call it between two rows.
func (t *Throttle) Pause() {
	workTime := time.Since(t.since)
	if workTime < workSlice {
		return
	}
	if t.demand.isRecent(demandWindow) {
		time.Sleep(restFactor * min(workTime, restFactor*workSlice))
	}
	t.since = time.Now()
}
