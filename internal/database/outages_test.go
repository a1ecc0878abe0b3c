package database

import (
	"errors"
	"testing"
	"time"
)

type counted struct{ began, ended int }

func (c *counted) Began(error)         { c.began++ }
func (c *counted) Ended(time.Duration) { c.ended++ }

func TestOutages_AnswerToWhatWasAskedBefore_EndsNone(t *testing.T) {
	t.Parallel()
	told := &counted{}
	o := OutageTracker{watcher: told}
	before := o.Failures()
	o.Failed(errors.New("gone"), false)
	o.Answered(before, true)
	if !o.UnderWay() {
		t.Error("a late answer ends it")
	}
	between := o.Failures()
	o.Failed(errors.New("gone"), false)
	o.Answered(between, true)
	o.Answered(o.Failures(), false)
	if o.UnderWay() || told.began != 1 || told.ended != 1 {
		t.Errorf("it was told of %+v", told)
	}
}
