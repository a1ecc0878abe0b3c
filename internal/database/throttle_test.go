package database

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestThrottle_OtherDemand_PausesTheExport(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		demand := &Demand{}
		row := func(workTime time.Duration) (pause time.Duration) {
			b := NewThrottle(demand)
			time.Sleep(workTime)
			before := time.Now()
			b.Pause()
			return time.Since(before)
		}
		if got := row(workSlice); got != 0 {
			t.Errorf("the read paused for %s without demand", got)
		}
		demand.Record()
		if got := row(workSlice / 2); got != 0 {
			t.Errorf("the read paused for %s before workSlice, want 0", got)
		}
		if got := row(workSlice); got != restFactor*workSlice {
			t.Errorf("the read paused for %s, want restFactor*workSlice", got)
		}
		if got := row(time.Hour); got != 0 {
			t.Errorf("the read paused for %s long after the demand, want 0", got)
		}
	})
}
