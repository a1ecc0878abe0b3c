package service

import "context"

// FakeCounter counts businesses in memory.
type FakeCounter struct {
	Changed, Next func(businessID string) (isComplete bool, err error)
}

func (f FakeCounter) countChanged(_ context.Context, businessID string, _ int64) (bool, error) {
	return f.Changed(businessID)
}

func (f FakeCounter) countNext(_ context.Context, businessID string) (bool, error) {
	return f.Next(businessID)
}

func (f FakeCounter) restart(context.Context, string) error { return nil }

// CountBy replaces the counters.
func (c *Counts) CountBy(fake FakeCounter) { c.counters = []counter{fake} }
