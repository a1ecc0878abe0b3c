package store

import (
	"context"
	"sync"
	"sync/atomic"

	"axioma/internal/database"
)

// HeardWithin is how long what another program has changed is not seen, at most.
const HeardWithin = database.MaxStaleness

// Edition is that of what is remembered now.
func (s *Store) Edition() int64 { return s.known.editions.Current() }

// RememberedTables are those whose changes are noticed.
func RememberedTables() []string { return rememberedTables() }

// CountQuestions has what is asked from now on counted: of readers, and of writers.
func (s *Store) CountQuestions() (asked func() int64) {
	counting := &countingEngine{Engine: s.engine}
	s.engine = counting
	return func() int64 { return counting.asked.Swap(0) }
}

// AfterLook has fn run once, when something has been looked up and nobody knows it yet.
func (s *Store) AfterLook(fn func()) {
	s.engine = &laterEngine{Engine: s.engine, then: sync.OnceFunc(fn)}
}

type laterEngine struct {
	database.Engine
	then func()
}

func (l *laterEngine) Look(ctx context.Context, fn database.TxFunc) error {
	defer l.then()
	return l.Engine.Lookup(ctx, fn)
}

type countingEngine struct {
	database.Engine
	asked atomic.Int64
}

func (c *countingEngine) counted(fn database.TxFunc) database.TxFunc {
	return func(ctx context.Context, q database.Querier, m *database.TxCache) error {
		return fn(ctx, watchedQuerier{q, func(Asked) { c.asked.Add(1) }}, m)
	}
}

func (c *countingEngine) Write(ctx context.Context, businessID string, fn database.TxFunc) error {
	return c.Engine.Write(ctx, businessID, c.counted(fn))
}

func (c *countingEngine) Read(ctx context.Context, kind database.ReadKind, businessID string, fn database.TxFunc) error {
	return c.Engine.Read(ctx, kind, businessID, c.counted(fn))
}

func (c *countingEngine) Look(ctx context.Context, fn database.TxFunc) error {
	return c.Engine.Lookup(ctx, c.counted(fn))
}
