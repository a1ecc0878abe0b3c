package database

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/stdlib"
)

// postgresEngine gives every function a transaction of its own. Each bulkhead has its
// share of the connections.
type postgresEngine struct {
	pool      *sql.DB
	options   Options
	dialect   Dialect
	bulkheads bulkheads
	wait      *tally // of who writes, until her turn
}

const maxAttempts = 10

// The connections of one program to PostgreSQL, where nobody says another number, and
// the fewest with which every bulkhead has places.
const (
	DefaultConnections = 25
	FewestConnections  = 8
)

// What the bulkheads have that do not grow with the connections.
const (
	postgresListsEach = 1
	postgresReports   = 2
	postgresExports   = 1
)

// shares are the connections of the bulkheads, and what one tenant may have of them:
// where one locked row makes all its callers wait, the others go on. Writes that
// belong to no tenant (sign-ins, codes) have as many places as two tenants.
type shares struct{ looks, reads, readsEach, writes, writesEach int }

// shareOut divides connections: the most are for writing.
func shareOut(connections int) shares {
	s := shares{looks: max(1, connections*4/25), reads: max(2, connections*6/25)}
	s.writes = connections - s.looks - s.reads - postgresReports - postgresExports
	s.readsEach, s.writesEach = s.reads/2, max(1, s.writes/3)
	return s
}

func postgresBulkheads(connections int) bulkheads {
	s := shareOut(connections)
	return bulkheads{
		look:   newBulkhead("to look something up", s.looks, atMost(s.looks)),
		list:   gate("to list", postgresListsEach, listPace()),
		read:   newBulkhead("to read", s.reads, atMost(s.readsEach)),
		count:  gate("to count", postgresReports-1, countPace()),
		report: newBulkhead("to count", postgresReports, atMost(postgresReports-1)),
		export: newBulkhead("to read everything", postgresExports, atMost(1)),
		write: newBulkhead("to write", s.writes, func(tenant string) int {
			if tenant == "" {
				return min(s.writes, 2*s.writesEach)
			}
			return s.writesEach
		}),
	}
}

// connections are how many there are at most.
func (p Place) connections() int { return cmp.Or(p.Connections, DefaultConnections) }

func openPostgres(ctx context.Context, place Place, options Options) (Engine, error) {
	connections := place.connections()
	if connections < FewestConnections {
		return nil, fmt.Errorf("%d connections are too few: %d is the least", connections, FewestConnections)
	}
	pool, err := openPool(ctx, place.URL, connections, options.Mode)
	if err != nil {
		return nil, err
	}
	if err := options.prepare(ctx, pool); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return &postgresEngine{pool: pool, options: options, dialect: PostgresDialect(), bulkheads: postgresBulkheads(connections), wait: newWaits()}, nil
}

// Write implements Engine. It runs fn again when PostgreSQL asks for it. Rows are
// locked by the queries themselves, so READ COMMITTED is enough.
func (e *postgresEngine) Write(ctx context.Context, tenant string, fn TxFunc) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	asked := time.Now()
	if err := e.bulkheads.write.enter(ctx, tenant); err != nil {
		return err
	}
	e.wait.since(asked)
	defer e.bulkheads.write.leave(tenant)
	for attempt := 1; ; attempt++ {
		err := e.attempt(ctx, fn)
		if err == nil || attempt == maxAttempts || !(e.dialect.IsRetryable(err) || errors.Is(err, ErrRetry)) {
			return err
		}
		select {
		case <-time.After(time.Duration(attempt) * (time.Millisecond + rand.N(4*time.Millisecond))):
		case <-ctx.Done():
			return err
		}
	}
}

// attempt writes in one transaction. Once it has begun, only its deadline
// interrupts it.
func (e *postgresEngine) attempt(ctx context.Context, fn TxFunc) error {
	return e.with(ctx, func(p *pipeline) error {
		ctx, cancel := begun(ctx)
		defer cancel()
		return p.transaction(ctx, ctx, "BEGIN", fn)
	})
}

// Read implements Engine.
func (e *postgresEngine) Read(ctx context.Context, kind ReadKind, tenant string, fn TxFunc) error {
	waiting, cancel := bounded(ctx)
	defer cancel()
	_, leave, err := e.bulkheads.enter(waiting, kind, tenant)
	if err != nil {
		return err
	}
	defer leave()
	if kind != ReadExport {
		ctx = waiting
	}
	return e.with(waiting, func(p *pipeline) error {
		// Who has gone interrupts the statement, not the transaction: to end one
		// costs less than another connection.
		ending, stop := lasting(ctx, endingPatience)
		defer stop()
		return p.transaction(ending, ctx, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", kind.prioritised(fn))
	})
}

// Look implements Engine.
func (e *postgresEngine) Look(ctx context.Context, fn TxFunc) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	if err := e.bulkheads.look.enter(ctx, ""); err != nil {
		return err
	}
	defer e.bulkheads.look.leave("")
	// A look-up ends sooner than its interruption, after which the driver rests.
	ctx, stop := begun(ctx)
	defer stop()
	return e.with(ctx, func(p *pipeline) error { return guarded(ctx, p, &TxCache{}, fn) })
}

// with runs fn on a connection, which is given back as it was or given up. Where one
// turns out to have ended while nobody used it, fn is run on another.
func (e *postgresEngine) with(ctx context.Context, fn func(*pipeline) error) error {
	for attempt := 1; ; attempt++ {
		unused, err := e.once(ctx, fn)
		if err == nil || attempt == maxAttempts || !unused || ctx.Err() != nil {
			return err
		}
	}
}

// once reports also whether the connection had ended before fn was answered anything.
func (e *postgresEngine) once(ctx context.Context, fn func(*pipeline) error) (unused bool, err error) {
	conn, err := e.pool.Conn(ctx)
	if err != nil {
		return false, fmt.Errorf("waiting for the database: %w", err)
	}
	defer func() {
		if fault := conn.Close(); err == nil && fault != nil && !errors.Is(fault, sql.ErrConnDone) {
			err = fmt.Errorf("giving a connection back: %w", fault)
		}
	}()
	err = conn.Raw(func(driven any) error {
		p := &pipeline{conn: driven.(*stdlib.Conn).Conn()}
		err := fn(p)
		unused = p.unused()
		return err
	})
	return unused, err
}

// Ping implements Engine.
func (e *postgresEngine) Ping(ctx context.Context) error {
	return e.Look(ctx, func(ctx context.Context, q Querier, _ *TxCache) error {
		var rows int
		return QueryRow(ctx, q, e.options.Ping).Scan(&rows)
	})
}

// Dialect implements Engine.
func (e *postgresEngine) Dialect() Dialect { return e.dialect }

// Generations implements Engine: several programs may serve one database.
func (e *postgresEngine) Generations() *Generations { return nil }

// Stats implements Engine.
func (e *postgresEngine) Stats() (Stats, error) { return e.used().stats() }

func (e *postgresEngine) used() used {
	pool := e.pool.Stats()
	return used{bulkheads: e.bulkheads, wait: e.wait, groups: newSizes(), connections: Connections{
		InUse: pool.InUse, Idle: pool.Idle, Waited: uint64(pool.WaitCount), WaitedFor: pool.WaitDuration,
	}}
}

// Close implements Engine.
func (e *postgresEngine) Close() error { return e.pool.Close() }

// ErrRetry is returned inside a transaction that lost a race which only a new
// transaction can see the outcome of.
var ErrRetry = errors.New("another transaction was first")
