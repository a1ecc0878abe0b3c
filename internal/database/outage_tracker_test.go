package database

import (
	"errors"
	"testing"
	"time"
)

type outageCounter struct{ began, ended int }

func (c *outageCounter) Began(error)         { c.began++ }
func (c *outageCounter) Ended(time.Duration) { c.ended++ }

func TestOutageTracker_SuccessAskedBeforeTheFailure_EndsNoOutage(t *testing.T) {
	t.Parallel()
	told := &outageCounter{}
	o := OutageTracker{watcher: told}
	before := o.FailureCount()
	o.RecordFailure(errors.New("gone"), false)
	o.RecordSuccess(before, true)
	if !o.IsActive() {
		t.Error("a late answer ends it")
	}
	between := o.FailureCount()
	o.RecordFailure(errors.New("gone"), false)
	o.RecordSuccess(between, true)
	o.RecordSuccess(o.FailureCount(), false)
	if o.IsActive() || told.began != 1 || told.ended != 1 {
		t.Errorf("it was told of %+v", told)
	}
}
