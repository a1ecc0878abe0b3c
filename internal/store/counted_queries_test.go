package store

import (
	"context"
	"sync"
	"sync/atomic"

	"axioma/internal/database"
)

const MaxStaleness = database.MaxStaleness

func (s *Store) CacheGeneration() int64 { return s.cache.generations.Current() }

func CachedTables() []string { return cachedTables() }

// CountQueries starts to count queries. The function that it returns gives the number since its last call.
func (s *Store) CountQueries() (count func() int64) {
	counting := &countingEngine{Engine: s.engine}
	s.engine = counting
	return func() int64 { return counting.queryCount.Swap(0) }
}

// AfterInspect runs fn after the next lookup, before the lookup returns.
func (s *Store) AfterInspect(fn func()) {
	s.engine = &delayedEngine{Engine: s.engine, then: sync.OnceFunc(fn)}
}

type delayedEngine struct {
	database.Engine
	then func()
}

func (l *delayedEngine) Lookup(ctx context.Context, fn database.TxFunc) error {
	defer l.then()
	return l.Engine.Lookup(ctx, fn)
}

type countingEngine struct {
	database.Engine
	queryCount atomic.Int64
}

func (c *countingEngine) countQueries(fn database.TxFunc) database.TxFunc {
	return func(ctx context.Context, q database.Querier, m *database.TxCache) error {
		return fn(ctx, watchedQuerier{q, func(ExecutedQuery) { c.queryCount.Add(1) }}, m)
	}
}

func (c *countingEngine) Write(ctx context.Context, businessID string, fn database.TxFunc) error {
	return c.Engine.Write(ctx, businessID, c.countQueries(fn))
}

func (c *countingEngine) Read(ctx context.Context, kind database.ReadKind, businessID string, fn database.TxFunc) error {
	return c.Engine.Read(ctx, kind, businessID, c.countQueries(fn))
}

func (c *countingEngine) Lookup(ctx context.Context, fn database.TxFunc) error {
	return c.Engine.Lookup(ctx, c.countQueries(fn))
}
