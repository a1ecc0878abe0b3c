package store

import (
	"context"
	"sync"
	"sync/atomic"
)

// HeardWithin is how long what another program has changed is not seen, at most.
const HeardWithin = heardWithin

// Edition is that of what is remembered now.
func (s *Store) Edition() int64 { return s.known.editions.current() }

// CountQuestions has what is asked from now on counted: of readers, and of writers.
func (s *Store) CountQuestions() (asked func() int64) {
	counting := &countingEngine{engine: s.engine}
	s.engine = counting
	return func() int64 { return counting.asked.Swap(0) }
}

// AfterLook has fn run once, when something has been looked up and nobody knows it yet.
func (s *Store) AfterLook(fn func()) {
	s.engine = &laterEngine{engine: s.engine, then: sync.OnceFunc(fn)}
}

type laterEngine struct {
	engine
	then func()
}

func (l *laterEngine) look(ctx context.Context, fn func(context.Context, querier, *TxCache) error) error {
	defer l.then()
	return l.engine.look(ctx, fn)
}

type countingEngine struct {
	engine
	asked atomic.Int64
}

func (c *countingEngine) counted(fn func(context.Context, querier, *TxCache) error) func(context.Context, querier, *TxCache) error {
	return func(ctx context.Context, q querier, m *TxCache) error {
		return fn(ctx, watchedQuerier{q, func(Asked) { c.asked.Add(1) }}, m)
	}
}

func (c *countingEngine) write(ctx context.Context, businessID string, fn func(context.Context, querier, *TxCache) error) error {
	return c.engine.write(ctx, businessID, c.counted(fn))
}

func (c *countingEngine) read(ctx context.Context, kind reading, businessID string, fn func(context.Context, querier, *TxCache) error) error {
	return c.engine.read(ctx, kind, businessID, c.counted(fn))
}

func (c *countingEngine) look(ctx context.Context, fn func(context.Context, querier, *TxCache) error) error {
	return c.engine.look(ctx, c.counted(fn))
}
