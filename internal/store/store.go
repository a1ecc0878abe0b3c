// Package store keeps everything Axioma knows in a database: an embedded
// SQLite file or a PostgreSQL server, with one SQL text for both. It is the
// only package with SQL.
//
// It knows how rows are written and locked and which business they belong to.
// It does not know the rules: whether a visit may be registered or a reward is
// earned is decided by its callers, inside a transaction that they own.
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

// Store is an open database. Its methods may be called from any goroutine.
type Store struct {
	engine  database.Engine
	dialect database.Dialect
	known   remembered // of SQLite; on PostgreSQL nothing
	zones   sync.Map   // time zone name -> *time.Location: reading one takes a file
	queued  chan struct{}
	failing atomic.Bool   // a write has failed because of the database
	probing chan struct{} // who tries whether it can be written again
	outages database.OutageTracker
	demand  database.Demand // of those who write or look something up
}

func newStore(engine database.Engine) (*Store, error) {
	known, err := newRemembered(engine.Generations())
	if err != nil {
		return nil, err
	}
	return &Store{engine: engine, dialect: engine.Dialect(), known: known, queued: make(chan struct{}, 1), probing: make(chan struct{}, 1)}, nil
}

// InBusiness runs fn in a writing transaction that is bound to one business:
// everything that fn reads or writes through its Tx belongs to it. When fn
// returns an error, nothing of it is written and that error is returned;
// otherwise InBusiness returns after the changes are durable.
//
// fn may run more than once (a deadlock or a serialisation failure repeats
// it), so it changes nothing outside the Tx but variables it sets afresh. Businesses
// take turns. Waiting for one ends with ctx; a transaction that has begun is
// finished though its caller has gone, but the deadline of ctx holds: what is not
// durable by then is answered with loyalty.ErrBusy, or with loyalty.ErrUncertain
// where nobody knows what became of it.
func (s *Store) InBusiness(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.write(ctx, businessID, func(tx Tx) error {
		tx.businessID = businessID
		return fn(&tx)
	})
}

// ViewBusiness is the reading twin of InBusiness: it sees one consistent state
// and waits for no writer. When ctx ends its queries end. A business has few such
// views at a time, so fn opens no other one.
func (s *Store) ViewBusiness(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.view(ctx, database.ReadScreen, businessID, fn)
}

// ViewLists is ViewBusiness for queries that go through a list: of customers, or of
// families. Who lists without pause rests in between; other screens do not.
func (s *Store) ViewLists(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.planned(ctx, database.ReadList, businessID, fn)
}

// ViewReports is ViewBusiness for queries that count many rows. Fewer of them
// run at once than there are cores, of all businesses. Who has something counted
// without pause rests in between.
func (s *Store) ViewReports(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.planned(ctx, database.ReadReport, businessID, fn)
}

// ViewChore is ViewReports for what the program does by itself, a step after the
// other: it does not rest, and nobody's screens rest because of it.
func (s *Store) ViewChore(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.planned(ctx, database.ReadBackground, businessID, fn)
}

func (s *Store) planned(ctx context.Context, kind database.ReadKind, businessID string, fn func(*Tx) error) error {
	return s.view(ctx, kind, businessID, func(tx *Tx) error {
		if err := planAnew(tx); err != nil {
			return err
		}
		return fn(tx)
	})
}

// planAnew has PostgreSQL plan each query that follows in the transaction for what
// it asks. One plan for all fits neither a day and a month nor, among thousands of
// small shops, the many rows that are asked for of a large one: it would read all.
func planAnew(tx *Tx) error {
	statement := tx.store.dialect.CustomPlans
	if statement == "" {
		return nil
	}
	return tx.later(func(err error) error { return fmt.Errorf("having queries planned anew: %w", err) }, statement)
}

// ViewWhole is ViewBusiness for what reads all of a business, or of all of them,
// however long that takes: exports and the check of the rules. One runs at a time.
func (s *Store) ViewWhole(ctx context.Context, businessID string, fn func(*Tx) error) error {
	return s.view(ctx, database.ReadExport, businessID, func(tx *Tx) error {
		if statement := s.dialect.LongRead; statement != "" {
			preparing := func(err error) error { return fmt.Errorf("preparing to read everything: %w", err) }
			if err := tx.later(preparing, statement); err != nil {
				return err
			}
		}
		return fn(tx)
	})
}

// ReadWhole is ViewWhole of all businesses for statements of the caller's own: package copying
// reads tables as they are.
func (s *Store) ReadWhole(ctx context.Context, fn func(context.Context, database.Querier, database.Dialect) error) error {
	return s.ViewWhole(ctx, "", func(tx *Tx) error { return fn(tx.ctx, tx.q, s.dialect) })
}

func (s *Store) view(ctx context.Context, kind database.ReadKind, businessID string, fn func(*Tx) error) error {
	edition := s.known.of(kind) // before the state that is read
	ctx, followed := s.follow(ctx, kind.String())
	asked := s.outages.FailureCount()
	err := s.engine.Read(ctx, kind, businessID, func(ctx context.Context, q database.Querier, m *database.TxCache) error {
		followed.begun()
		tx := Tx{store: s, ctx: ctx, q: q, memo: m, businessID: businessID, reading: true, edition: edition}
		return fn(&tx)
	})
	return followed.ended(s.learned(err, asked, false))
}

// InPlatform runs fn in a writing transaction that belongs to no business:
// accounts, businesses and settings.
func (s *Store) InPlatform(ctx context.Context, fn func(*PlatformTx) error) error {
	return s.write(ctx, "", func(tx Tx) error { return fn(&PlatformTx{tx}) })
}

// write runs fn in a writing transaction and tells of the messages that it has
// queued.
func (s *Store) write(ctx context.Context, businessID string, fn func(Tx) error) error {
	s.demand.Record()
	queued := false
	ctx, followed := s.follow(ctx, "database write")
	asked := s.outages.FailureCount()
	err := s.engine.Write(ctx, businessID, func(ctx context.Context, q database.Querier, m *database.TxCache) error {
		followed.begun()
		queued = false
		return fn(Tx{store: s, ctx: ctx, q: q, memo: m, queued: &queued})
	})
	if err == nil && queued {
		select {
		case s.queued <- struct{}{}:
		default: // who listens has not come to the last one yet
		}
	}
	err = followed.ended(s.learned(err, asked, true))
	if errors.Is(err, loyalty.ErrBusy) || errors.Is(err, loyalty.ErrOutcomeUnknown) {
		s.failing.Store(true)
	}
	return err
}

// Queued receives something after messages were queued through this Store, for
// one listener. Several in quick succession may be told of once.
func (s *Store) Queued() <-chan struct{} { return s.queued }

// ViewPlatform is the reading twin of InPlatform. Its queries are look-ups that
// stand alone: on PostgreSQL each sees the newest state, on SQLite that of the first
// one. They have connections of their own, and end with the deadline of ctx.
func (s *Store) ViewPlatform(ctx context.Context, fn func(*PlatformTx) error) error {
	s.demand.Record()
	ctx, followed := s.follow(ctx, database.ReadLookup.String())
	asked := s.outages.FailureCount()
	err := s.engine.Lookup(ctx, func(ctx context.Context, q database.Querier, m *database.TxCache) error {
		followed.begun()
		return fn(&PlatformTx{Tx{store: s, ctx: ctx, q: q, memo: m, reading: true}})
	})
	return followed.ended(s.learned(err, asked, false))
}

// SurveyPlatform is ViewPlatform for what goes through many rows: an operator's
// lists, and chores. It runs where reports run, and sees one consistent state.
func (s *Store) SurveyPlatform(ctx context.Context, fn func(*PlatformTx) error) error {
	return s.ViewChore(ctx, "", func(tx *Tx) error { return fn(&PlatformTx{*tx}) })
}

// Engine is the name of the database: "sqlite" or "postgres".
func (s *Store) Engine() string { return s.dialect.Name }

// Stats returns how the database is being used. It asks it nothing.
func (s *Store) Stats() (database.Stats, error) { return s.engine.Stats() }

// Exclusively runs work of a first start that must not run twice at once, whichever of the
// programs on this database begins it; the others wait. On SQLite one program alone serves a
// folder, and nothing is waited for.
func (s *Store) Exclusively(ctx context.Context, work func() error) error {
	return s.engine.RunExclusive(ctx, work)
}

// Close finishes what has begun and releases the database.
func (s *Store) Close() error { return s.engine.Close() }

// Zone returns a time zone by its name.
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
