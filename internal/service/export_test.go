package service

import (
	"context"
	"time"
)

// FakeCounter calls the functions in its fields.
type FakeCounter struct {
	CountChanged, CountNext func(businessID string) (isComplete bool, err error)
	Restart                 func(businessID string) error
}

func (f FakeCounter) countChanged(_ context.Context, businessID string, _ int64) (bool, error) {
	return f.CountChanged(businessID)
}

func (f FakeCounter) countNext(_ context.Context, businessID string) (bool, error) {
	return f.CountNext(businessID)
}

func (f FakeCounter) restart(_ context.Context, businessID string) error {
	return f.Restart(businessID)
}

// RemoveEvents removes events up to an instant.
func (c *Counts) RemoveEvents(ctx context.Context, before time.Time) error {
	return c.removeEvents(ctx, before)
}

// CountBy replaces the counters.
func (c *Counts) CountBy(fake FakeCounter) { c.counters = []counter{fake} }
