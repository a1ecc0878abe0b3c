package database

import (
	"testing"
	"testing/synctest"
	"time"
)

// What reads row after row rests between breaths while somebody writes, and goes on
// when nobody does.
func TestAnExportRestsWhileOthersWantSomething(t *testing.T) {
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
		if got := row(breath); got != 0 {
			t.Errorf("rested for %s beside nobody", got)
		}
		demand.Note()
		if got := row(breath / 2); got != 0 {
			t.Errorf("rested for %s before a breath was over", got)
		}
		if got := row(breath); got != restsFor*breath {
			t.Errorf("rested for %s", got)
		}
		if got := row(time.Hour); got != 0 {
			t.Errorf("rested for %s, long after somebody came", got)
		}
	})
}
