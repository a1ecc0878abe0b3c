// Package store keeps all data in an embedded SQLite file or on a PostgreSQL server, with one SQL text for both. It is
// the only package with SQL. Its callers decide the rules, inside transactions that they own.
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

// InBusiness runs fn in a writing transaction of one business. An error of fn rolls back. Otherwise InBusiness returns
// once the changes are durable.
//
// fn may run again after a deadlock or a serialization failure, so it must only change the Tx and variables that it
// sets afresh. Businesses take turns, and the wait ends with ctx. A begun transaction completes even if the caller
// cancels, but not after the deadline: then the error is loyalty.ErrBusy, or loyalty.ErrOutcomeUnknown if the outcome
// is unknown.
func (s *Store) InBusiness(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.write(ctx, businessID, func(tx Tx) error {
		tx.businessID = businessID
		if err := refuseMoving(&tx); err != nil {
			return err
		}
		return fn(&tx)
	})
}

// ViewBusiness runs fn in a reading transaction of one business. It sees one consistent state, waits for no writer and
// ends with ctx. Views are limited per business, so fn must not open another.
func (s *Store) ViewBusiness(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.view(ctx, database.ReadScreen, businessID, fn)
}

// ViewLists is ViewBusiness for lists. It throttles constant callers.
func (s *Store) ViewLists(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.viewWithPlan(ctx, database.ReadList, businessID, fn)
}

// ViewReports is ViewBusiness for many rows. Fewer run at once than there are cores. It throttles constant callers.
func (s *Store) ViewReports(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.viewWithPlan(ctx, database.ReadReport, businessID, fn)
}

// ViewMaintenance is ViewReports for background work, not throttled and throttling no screen.
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

// A generic plan suits neither a day and a month, nor a large business among thousands of small ones.
func forceCustomPlans(tx *Tx) error {
	statement := tx.store.dialect.CustomPlans
	if statement == "" {
		return nil
	}
	return tx.execDeferred(func(err error) error { return fmt.Errorf("having queries planned anew: %w", err) }, statement)
}

// ViewWhole is ViewBusiness for all rows, one at a time, without a time limit.
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

// ReadWhole is ViewWhole for package copying, which reads raw tables.
func (s *Store) ReadWhole(ctx context.Context, fn func(context.Context, database.Querier, database.Dialect) error) error {
	return s.ViewWhole(ctx, "", func(tx *Tx) error { return fn(tx.ctx, tx.q, s.dialect) })
}

// WriteRows is for package copying, which writes raw tables.
func (s *Store) WriteRows(ctx context.Context, fn func(context.Context, database.Querier, database.Dialect) error) error {
	return s.write(ctx, "", func(tx Tx) error {
		tx.txCache.Invalidate()
		return fn(tx.ctx, tx.q, s.dialect)
	})
}

func (s *Store) view(ctx context.Context, kind database.ReadKind, businessID string, fn func(*Tx) error) error {
	edition := s.cache.generation(kind) // before the read
	ctx, followed := s.startSpan(ctx, kind.String())
	asked := s.outages.FailureCount()
	err := s.engine.Read(ctx, kind, businessID, func(ctx context.Context, q database.Querier, m *database.TxCache) error {
		followed.endWait()
		tx := Tx{store: s, ctx: ctx, q: q, txCache: m, businessID: businessID, readOnly: true, generation: edition}
		return fn(&tx)
	})
	return followed.end(s.translateAndTrack(err, asked, false))
}

// InPlatform runs fn in a writing transaction of no business.
func (s *Store) InPlatform(ctx context.Context, fn func(*PlatformTx) error) error {
	return s.write(ctx, "", func(tx Tx) error { return fn(&PlatformTx{tx}) })
}

func (s *Store) write(ctx context.Context, businessID string, fn func(Tx) error) error {
	s.demand.Record()
	queued := false
	ctx, followed := s.startSpan(ctx, "database write")
	asked := s.outages.FailureCount()
	err := s.engine.Write(ctx, businessID, func(ctx context.Context, q database.Querier, m *database.TxCache) error {
		followed.endWait()
		queued = false
		return fn(Tx{store: s, ctx: ctx, q: q, txCache: m, queued: &queued})
	})
	if err == nil && queued {
		select {
		case s.queued <- struct{}{}:
		default: // the last signal is not received yet
		}
	}
	err = followed.end(s.translateAndTrack(err, asked, true))
	if errors.Is(err, loyalty.ErrBusy) || errors.Is(err, loyalty.ErrOutcomeUnknown) {
		s.failing.Store(true)
	}
	return err
}

// Queued signals messages queued through this Store, for one listener, maybe several at once.
func (s *Store) Queued() <-chan struct{} { return s.queued }

// ViewPlatform runs fn in a reading transaction for independent lookups. On PostgreSQL each query sees the newest
// state, on SQLite that of the first query. It has its own connections and ends with ctx.
func (s *Store) ViewPlatform(ctx context.Context, fn func(*PlatformTx) error) error {
	s.demand.Record()
	ctx, followed := s.startSpan(ctx, database.ReadLookup.String())
	asked := s.outages.FailureCount()
	err := s.engine.Lookup(ctx, func(ctx context.Context, q database.Querier, m *database.TxCache) error {
		followed.endWait()
		return fn(&PlatformTx{Tx{store: s, ctx: ctx, q: q, txCache: m, readOnly: true}})
	})
	return followed.end(s.translateAndTrack(err, asked, false))
}

// SurveyPlatform is ViewPlatform for many rows, with the reports, in one consistent state.
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

// Close finishes what has begun and releases the database.
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
