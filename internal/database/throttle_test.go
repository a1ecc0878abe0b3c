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
		row := func(worked time.Duration) (rested time.Duration) {
			b := NewThrottle(demand)
			time.Sleep(worked)
			before := time.Now()
			b.Pause()
			return time.Since(before)
		}
		if got := row(workSlice); got != 0 {
			t.Errorf("rested for %s beside nobody", got)
		}
		demand.Record()
		if got := row(workSlice / 2); got != 0 {
			t.Errorf("rested for %s before a breath was over", got)
		}
		if got := row(workSlice); got != restFactor*workSlice {
			t.Errorf("rested for %s", got)
		}
		if got := row(time.Hour); got != 0 {
			t.Errorf("rested for %s, long after somebody came", got)
		}
	})
}
