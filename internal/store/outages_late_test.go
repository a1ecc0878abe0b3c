package store

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
	o := outages{watcher: told}
	before := o.asked()
	o.failed(errors.New("gone"), false)
	o.answered(before, true)
	if !o.underWay() {
		t.Error("a late answer ends it")
	}
	between := o.asked()
	o.failed(errors.New("gone"), false)
	o.answered(between, true)
	o.answered(o.asked(), false)
	if o.underWay() || told.began != 1 || told.ended != 1 {
		t.Errorf("it was told of %+v", told)
	}
}
