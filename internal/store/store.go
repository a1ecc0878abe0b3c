// Package store keeps all data in an embedded SQLite file or on a PostgreSQL server, with the same SQL for both. No
// other package has SQL. Callers apply the rules, inside transactions that they begin.
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
	engine  database.Engine
	dialect database.Dialect
	cache   rowCache // SQLite only
	zones   sync.Map // by name; loading one reads a file
	queued  chan struct{}
	failing atomic.Bool   // because of the database
	probing chan struct{} // held while probing for writability
	outages database.OutageTracker
	demand  database.Demand
}

func newStore(engine database.Engine) (*Store, error) {
	known, err := newRowCache(engine.Generations())
	if err != nil {
		return nil, err
	}
	return &Store{engine: engine, dialect: engine.Dialect(), cache: known, queued: make(chan struct{}, 1), probing: make(chan struct{}, 1)}, nil
}

// InBusiness runs fn in a writing transaction of one business. If fn fails, the transaction is rolled back; else
// InBusiness returns once the changes are durable.
//
// fn may run again after a deadlock or a serialization failure, so it must only change the Tx and variables that it
// initializes. Writers wait in a queue that is fair to businesses, until ctx ends. A transaction that has begun
// completes even if the caller cancels, but not after the deadline: then the error is loyalty.ErrBusy, or
// loyalty.ErrOutcomeUnknown if it may have been committed.
func (s *Store) InBusiness(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.write(ctx, businessID, func(tx Tx) error {
		tx.businessID = businessID
		if err := refuseMoving(&tx); err != nil {
			return err
		}
		return fn(&tx)
	})
}

// ViewBusiness runs fn in a reading transaction of one business. fn sees one consistent state, waits for no writer, and
// is stopped when ctx ends. The number of views per business is limited, so fn must not open another view.
func (s *Store) ViewBusiness(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.view(ctx, database.ReadScreen, businessID, fn)
}

// ViewLists is like ViewBusiness, for lists. It throttles callers that read without pause.
func (s *Store) ViewLists(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.viewWithPlan(ctx, database.ReadList, businessID, fn)
}

// ViewReports is like ViewBusiness, for reports, which read many rows. Fewer run at once than there are cores. It throttles
// callers that read without pause.
func (s *Store) ViewReports(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.viewWithPlan(ctx, database.ReadReport, businessID, fn)
}

// ViewMaintenance is like ViewReports, for background work. It is not throttled, and does not throttle reads of screens.
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

// forceCustomPlans avoids generic plans. None suits both a day and a month, or both a large business and thousands of
// small ones.
func forceCustomPlans(tx *Tx) error {
	statement := tx.store.dialect.CustomPlans
	if statement == "" {
		return nil
	}
	return tx.execDeferred(func(err error) error { return fmt.Errorf("replanning queries: %w", err) }, statement)
}

// ViewWhole is like ViewBusiness, without a time limit, for reading all rows. Only one runs at a time.
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

// ReadWhole is like ViewWhole, for package copying, which reads tables directly.
func (s *Store) ReadWhole(ctx context.Context, fn func(context.Context, database.Querier, database.Dialect) error) error {
	return s.ViewWhole(ctx, "", func(tx *Tx) error { return fn(tx.ctx, tx.q, s.dialect) })
}

// WriteRows is for package copying, which writes tables directly.
func (s *Store) WriteRows(ctx context.Context, fn func(context.Context, database.Querier, database.Dialect) error) error {
	return s.write(ctx, "", func(tx Tx) error {
		tx.txCache.Invalidate()
		return fn(tx.ctx, tx.q, s.dialect)
	})
}

func (s *Store) view(ctx context.Context, kind database.ReadKind, businessID string, fn func(*Tx) error) error {
	generation := s.cache.generation(kind) // read before the transaction begins
	ctx, followed := s.startSpan(ctx, kind.String())
	failuresBefore := s.outages.FailureCount()
	err := s.engine.Read(ctx, kind, businessID, func(ctx context.Context, q database.Querier, m *database.TxCache) error {
		followed.endWait()
		tx := Tx{store: s, ctx: ctx, q: q, txCache: m, businessID: businessID, readOnly: true, generation: generation}
		return fn(&tx)
	})
	return followed.end(s.translateAndTrack(err, failuresBefore, false))
}

// InPlatform runs fn in a writing transaction of no business.
func (s *Store) InPlatform(ctx context.Context, fn func(*PlatformTx) error) error {
	return s.write(ctx, "", func(tx Tx) error { return fn(&PlatformTx{tx}) })
}

func (s *Store) write(ctx context.Context, businessID string, fn func(Tx) error) error {
	s.demand.Record()
	queued := false
	ctx, followed := s.startSpan(ctx, "database write")
	failuresBefore := s.outages.FailureCount()
	err := s.engine.Write(ctx, businessID, func(ctx context.Context, q database.Querier, m *database.TxCache) error {
		followed.endWait()
		queued = false
		return fn(Tx{store: s, ctx: ctx, q: q, txCache: m, queued: &queued})
	})
	if err == nil && queued {
		select {
		case s.queued <- struct{}{}:
		default: // the receiver has not yet taken the last signal
		}
	}
	err = followed.end(s.translateAndTrack(err, failuresBefore, true))
	if errors.Is(err, loyalty.ErrBusy) || errors.Is(err, loyalty.ErrOutcomeUnknown) {
		s.failing.Store(true)
	}
	return err
}

// Queued signals that messages were queued through this Store. It has one receiver; a signal may stand for several
// messages.
func (s *Store) Queued() <-chan struct{} { return s.queued }

// ViewPlatform runs fn in a reading transaction for independent lookups, until ctx ends. On PostgreSQL each query sees
// the newest state, on SQLite that of the first query. It has connections of its own.
func (s *Store) ViewPlatform(ctx context.Context, fn func(*PlatformTx) error) error {
	s.demand.Record()
	ctx, followed := s.startSpan(ctx, database.ReadLookup.String())
	failuresBefore := s.outages.FailureCount()
	err := s.engine.Lookup(ctx, func(ctx context.Context, q database.Querier, m *database.TxCache) error {
		followed.endWait()
		return fn(&PlatformTx{Tx{store: s, ctx: ctx, q: q, txCache: m, readOnly: true}})
	})
	return followed.end(s.translateAndTrack(err, failuresBefore, false))
}

// SurveyPlatform is like ViewPlatform, for many rows in one consistent state. It runs with the reports.
func (s *Store) SurveyPlatform(ctx context.Context, fn func(*PlatformTx) error) error {
	return s.ViewMaintenance(ctx, "", func(tx *Tx) error { return fn(&PlatformTx{*tx}) })
}

// Engine returns "sqlite" or "postgres".
func (s *Store) Engine() string { return s.dialect.Name }

// Stats returns usage figures without a query.
func (s *Store) Stats() (database.Stats, error) { return s.engine.Stats() }

// RunExclusively runs a first start's work, one program at a time.
func (s *Store) RunExclusively(ctx context.Context, work func() error) error {
	return s.engine.RunExclusive(ctx, work)
}

// Close waits for running transactions and releases the database.
func (s *Store) Close() error { return s.engine.Close() }

// Zone returns a time zone by name.
func (s *Store) Zone(name string) (*time.Location, error) {
	if known, ok := s.zones.Load(name); ok {
		return known.(*time.Location), nil
	}
	location, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("loading time zone %q: %w", name, err)
	}
	s.zones.Store(name, location)
	return location, nil
}
