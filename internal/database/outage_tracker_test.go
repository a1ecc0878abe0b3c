package database

import (
	"errors"
	"testing"
	"time"
)

type outageCounter struct{ began, ended int }

func (c *outageCounter) OutageStarted(error)       { c.began++ }
func (c *outageCounter) OutageEnded(time.Duration) { c.ended++ }

func TestOutageTracker_SuccessBegunBeforeTheFailure_EndsNoOutage(t *testing.T) {
	t.Parallel()
	watcher := &outageCounter{}
	o := OutageTracker{watcher: watcher}
	before := o.FailureCount()
	o.RecordFailure(errors.New("gone"), false)
	o.RecordSuccess(before, true)
	if !o.IsActive() {
		t.Error("a late success ends the outage")
	}
	between := o.FailureCount()
	o.RecordFailure(errors.New("gone"), false)
	o.RecordSuccess(between, true)
	o.RecordSuccess(o.FailureCount(), false)
	if o.IsActive() || watcher.began != 1 || watcher.ended != 1 {
		t.Errorf("the outage is still active, or the watcher counts %+v, want 1 and 1", watcher)
	}
}
