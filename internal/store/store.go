// Package store keeps all data in SQLite or PostgreSQL, with the same SQL. No other package has SQL. Callers apply the
// rules in transactions that they begin.
package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"axioma/internal/database"
	"axioma/internal/loyalty"
)

// Store is an open database, safe for concurrent use.
type Store struct {
	engine      database.Engine
	dialect     database.Dialect
	cache       rowCache // SQLite
	zones       sync.Map // by name; loading one reads a file
	queueSignal chan struct{}
	failing     atomic.Bool   // a write failed because of the database
	probing     chan struct{} // held by a probe for writability
	outages     database.OutageTracker
	demand      database.Demand
}

func newStore(engine database.Engine) (*Store, error) {
	cache, err := newRowCache(engine.Generations())
	if err != nil {
		return nil, err
	}
	return &Store{engine: engine, dialect: engine.Dialect(), cache: cache, queueSignal: make(chan struct{}, 1), probing: make(chan struct{}, 1)}, nil
}

// InBusiness runs fn in a writing transaction of one business: rolled back if fn fails, else durable on return.
//
// fn may run again after a deadlock or serialization failure: it changes only the Tx and variables that it initializes.
// Writers queue fairly per business until ctx ends. A begun transaction ignores cancellation, but not the deadline.
// Then the error is loyalty.ErrBusy, or loyalty.ErrOutcomeUnknown if it may have been committed.
func (s *Store) InBusiness(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.write(ctx, businessID, func(tx Tx) error {
		tx.businessID = businessID
		if err := refuseMoving(&tx); err != nil {
			return err
		}
		return fn(&tx)
	})
}

// ViewBusiness runs fn on one snapshot, without waiting for writers, until ctx ends. Views per business are limited: fn
// must not open another.
func (s *Store) ViewBusiness(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.view(ctx, database.ReadScreen, businessID, fn)
}

// ViewLists runs fn like ViewBusiness, for lists. Callers that read without pause are throttled.
func (s *Store) ViewLists(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.viewWithPlan(ctx, database.ReadList, businessID, fn)
}

// ViewReports runs fn like ViewBusiness, for reports, which read many rows: fewer at once than cores. Callers that read
// without pause are throttled.
func (s *Store) ViewReports(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.viewWithPlan(ctx, database.ReadReport, businessID, fn)
}

// ViewMaintenance runs fn like ViewReports, for background work. It is not throttled, and does not count for the
// throttling of reports.
func (s *Store) ViewMaintenance(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.viewWithPlan(ctx, database.ReadBackground, businessID, fn)
}

func (s *Store) viewWithPlan(ctx context.Context, kind database.ReadKind, businessID string, fn func(*Tx) error) error {
	return s.view(ctx, kind, businessID, func(tx *Tx) error {
		if err := forceCustomPlans(tx); err != nil {
			return err
		}
		return fn(tx)
	})
}

// forceCustomPlans avoids generic plans: none suits a day and a month, or large businesses and thousands of small ones.
func forceCustomPlans(tx *Tx) error {
	statement := tx.store.dialect.CustomPlans
	if statement == "" {
		return nil
	}
	return tx.execDeferred(func(err error) error { return fmt.Errorf("replanning queries: %w", err) }, statement)
}

// ViewWhole runs fn like ViewBusiness, for all rows: no time limit, one at a time.
func (s *Store) ViewWhole(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.view(ctx, database.ReadExport, businessID, func(tx *Tx) error {
		if statement := s.dialect.LongRead; statement != "" {
			preparing := func(err error) error { return fmt.Errorf("preparing to read everything: %w", err) }
			if err := tx.execDeferred(preparing, statement); err != nil {
				return err
			}
		}
		return fn(tx)
	})
}

// ReadWhole runs fn like ViewWhole, with the connection, for package copying.
func (s *Store) ReadWhole(ctx context.Context, fn func(context.Context, database.Querier, database.Dialect) error) error {
	return s.ViewWhole(ctx, "", func(tx *Tx) error { return fn(tx.ctx, tx.q, s.dialect) })
}

// WriteRows runs fn in a writing transaction, with the connection, for package copying.
func (s *Store) WriteRows(ctx context.Context, fn func(context.Context, database.Querier, database.Dialect) error) error {
	return s.write(ctx, "", func(tx Tx) error {
		tx.txCache.Invalidate()
		return fn(tx.ctx, tx.q, s.dialect)
	})
}

func (s *Store) view(ctx context.Context, kind database.ReadKind, businessID string, fn func(*Tx) error) error {
	generation := s.cache.generation(kind) // read before the transaction begins
	ctx, span := s.startSpan(ctx, kind.String())
	failuresBefore := s.outages.FailureCount()
	err := s.engine.Read(ctx, kind, businessID, func(ctx context.Context, q database.Querier, m *database.TxCache) error {
		span.endWait()
		tx := Tx{store: s, ctx: ctx, q: q, txCache: m, businessID: businessID, readOnly: true, generation: generation}
		return fn(&tx)
	})
	return span.end(s.translateAndTrack(err, failuresBefore, false))
}

// InPlatform runs fn in a writing transaction of no business.
func (s *Store) InPlatform(ctx context.Context, fn func(*PlatformTx) error) error {
	return s.write(ctx, "", func(tx Tx) error { return fn(&PlatformTx{tx}) })
}

func (s *Store) write(ctx context.Context, businessID string, fn func(Tx) error) error {
	s.demand.Record()
	hasQueued := false
	ctx, span := s.startSpan(ctx, "database write")
	failuresBefore := s.outages.FailureCount()
	err := s.engine.Write(ctx, businessID, func(ctx context.Context, q database.Querier, m *database.TxCache) error {
		span.endWait()
		hasQueued = false
		return fn(Tx{store: s, ctx: ctx, q: q, txCache: m, hasQueued: &hasQueued})
	})
	if err == nil && hasQueued {
		select {
		case s.queueSignal <- struct{}{}:
		default: // the last signal is still waiting
		}
	}
	err = span.end(s.translateAndTrack(err, failuresBefore, true))
	if errors.Is(err, loyalty.ErrBusy) || errors.Is(err, loyalty.ErrOutcomeUnknown) {
		s.failing.Store(true)
	}
	return err
}

// QueueSignal signals that messages were queued through this Store. It has one receiver; a signal may stand for several
// messages.
func (s *Store) QueueSignal() <-chan struct{} { return s.queueSignal }

// ViewPlatform runs fn for independent lookups, in its own bulkhead. PostgreSQL shows each query the newest state,
// SQLite one snapshot.
func (s *Store) ViewPlatform(ctx context.Context, fn func(*PlatformTx) error) error {
	s.demand.Record()
	ctx, span := s.startSpan(ctx, database.ReadLookup.String())
	failuresBefore := s.outages.FailureCount()
	err := s.engine.Lookup(ctx, func(ctx context.Context, q database.Querier, m *database.TxCache) error {
		span.endWait()
		return fn(&PlatformTx{Tx{store: s, ctx: ctx, q: q, txCache: m, readOnly: true}})
	})
	return span.end(s.translateAndTrack(err, failuresBefore, false))
}

// SurveyPlatform runs fn for many rows of all businesses in one snapshot, in the bulkhead of reports.
func (s *Store) SurveyPlatform(ctx context.Context, fn func(*PlatformTx) error) error {
	return s.ViewMaintenance(ctx, "", func(tx *Tx) error { return fn(&PlatformTx{*tx}) })
}

// Engine returns "sqlite" or "postgres".
func (s *Store) Engine() string { return s.dialect.Name }

// Stats returns usage figures without a query.
func (s *Store) Stats() (database.Stats, error) { return s.engine.Stats() }

// RunExclusively runs a first start's work in one process at a time.
func (s *Store) RunExclusively(ctx context.Context, work func() error) error {
	return s.engine.RunExclusive(ctx, work)
}

// Close waits for running transactions and releases the database.
func (s *Store) Close() error { return s.engine.Close() }

// Zone loads a time zone.
func (s *Store) Zone(name string) (*time.Location, error) {
	if zone, ok := s.zones.Load(name); ok {
		return zone.(*time.Location), nil
	}
	location, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("loading time zone %q: %w", name, err)
	}
	s.zones.Store(name, location)
	return location, nil
}
