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

type postgresEngine struct {
	pool      *sql.DB
	options   Options
	dialect   Dialect
	bulkheads bulkheads
	waits     *histogram // writers' time in the queue
}

const maxAttempts = 10

// Default, and least for a place in every bulkhead.
const (
	DefaultConnections = 25
	MinConnections     = 8
)

// Independent of the number of connections.
const (
	postgresListsPerTenant = 1
	postgresReports        = 2
	postgresExports        = 1
)

// connectionShares limit each tenant, so that a locked row blocks only its tenant. Writes without a tenant get two
// shares.
type connectionShares struct{ lookups, reads, readsEach, writes, writesEach int }

func divideConnections(connections int) connectionShares {
	s := connectionShares{lookups: max(1, connections*4/25), reads: max(2, connections*6/25)}
	s.writes = connections - s.lookups - s.reads - postgresReports - postgresExports
	s.readsEach, s.writesEach = s.reads/2, max(1, s.writes/3)
	return s
}

func postgresBulkheads(connections int) bulkheads {
	s := divideConnections(connections)
	return bulkheads{
		lookup:      newBulkhead("to look something up", s.lookups, fixedLimit(s.lookups)),
		listLimit:   newTenantLimiter("to list", postgresListsPerTenant, newListLimiter()),
		read:        newBulkhead("to read", s.reads, fixedLimit(s.readsEach)),
		reportLimit: newTenantLimiter("to count", postgresReports-1, newReportLimiter()),
		report:      newBulkhead("to count", postgresReports, fixedLimit(postgresReports-1)),
		export:      newBulkhead("to read everything", postgresExports, fixedLimit(1)),
		write: newBulkhead("to write", s.writes, func(tenant string) int {
			if tenant == "" {
				return min(s.writes, 2*s.writesEach)
			}
			return s.writesEach
		}),
	}
}

func (p Location) maxConnections() int { return cmp.Or(p.Connections, DefaultConnections) }

func openPostgres(ctx context.Context, place Location, options Options) (Engine, error) {
	connections := place.maxConnections()
	if connections < MinConnections {
		return nil, fmt.Errorf("%d connections are too few: at least %d are needed", connections, MinConnections)
	}
	pool, err := openPool(ctx, place.URL, connections, options.Mode)
	if err != nil {
		return nil, err
	}
	if err := options.prepare(ctx, pool); err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return &postgresEngine{pool: pool, options: options, dialect: PostgresDialect(), bulkheads: postgresBulkheads(connections), waits: newWaitHistogram()}, nil
}

func (e *postgresEngine) Write(ctx context.Context, tenant string, fn TxFunc) error {
	ctx, cancel := withDefaultTimeout(ctx)
	defer cancel()
	enqueuedAt := time.Now()
	if err := e.bulkheads.write.acquire(ctx, tenant); err != nil {
		return err
	}
	e.waits.observeSince(enqueuedAt)
	defer e.bulkheads.write.release(tenant)
	for attempt := 1; ; attempt++ {
		err := e.attempt(ctx, tenant, fn)
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

// attempt runs fn in one transaction. A begun transaction is interrupted only at its deadline.
func (e *postgresEngine) attempt(ctx context.Context, tenant string, fn TxFunc) error {
	return e.withConn(ctx, func(p *pipeline) error {
		ctx, cancel := ignoreCancel(ctx)
		defer cancel()
		if err := p.transaction(ctx, ctx, beginTx("BEGIN", tenant), fn); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			// The cancelled COMMIT may have waited for a standby: it succeeds, but a failover would lose it.
			return fmt.Errorf("%w: %w", ErrUncertain, err)
		}
		return nil
	})
}

func (e *postgresEngine) Read(ctx context.Context, kind ReadKind, tenant string, fn TxFunc) error {
	waiting, cancel := withDefaultTimeout(ctx)
	defer cancel()
	_, leave, err := e.bulkheads.acquire(waiting, kind, tenant)
	if err != nil {
		return err
	}
	defer leave()
	if kind != ReadExport {
		ctx = waiting
	}
	return e.withConn(waiting, func(p *pipeline) error {
		// ROLLBACK survives a cancellation: it is cheaper than a new connection.
		ending, stop := extendDeadline(ctx, cancelGrace)
		defer stop()
		return p.transaction(ending, ctx, beginTx("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", tenant), kind.withPriority(fn))
	})
}

func (e *postgresEngine) Lookup(ctx context.Context, fn TxFunc) error {
	ctx, cancel := withDefaultTimeout(ctx)
	defer cancel()
	if err := e.bulkheads.lookup.acquire(ctx, ""); err != nil {
		return err
	}
	defer e.bulkheads.lookup.release("")
	// A lookup is shorter than an interruption, which would close the connection.
	ctx, stop := ignoreCancel(ctx)
	defer stop()
	return e.withConn(ctx, func(p *pipeline) error { return runRecovering(ctx, p, &TxCache{}, fn) })
}

// setTenant makes only a tenant's rows visible; "": all.
const setTenant = "SELECT set_config('axioma.tenant', $1, true)"

// beginTx limits row-level security to the tenant, if any (migration 00127).
func beginTx(begin, tenant string) []pendingStatement {
	statements := []pendingStatement{{query: begin}}
	if tenant != "" {
		statements = append(statements, pendingStatement{query: setTenant, args: []any{tenant}})
	}
	return statements
}

// withConn replaces a connection closed while idle.
func (e *postgresEngine) withConn(ctx context.Context, fn func(*pipeline) error) error {
	for attempt := 1; ; attempt++ {
		unused, err := e.withConnOnce(ctx, fn)
		if err == nil || attempt == maxAttempts || !unused || ctx.Err() != nil {
			return err
		}
	}
}

func (e *postgresEngine) withConnOnce(ctx context.Context, fn func(*pipeline) error) (unused bool, err error) {
	conn, err := e.pool.Conn(ctx)
	if err != nil {
		return false, fmt.Errorf("waiting for the database: %w", err)
	}
	defer func() {
		if fault := conn.Close(); err == nil && fault != nil && !errors.Is(fault, sql.ErrConnDone) {
			err = fmt.Errorf("returning a connection: %w", fault)
		}
	}()
	err = conn.Raw(func(driverConn any) error {
		p := &pipeline{conn: driverConn.(*stdlib.Conn).Conn()}
		err := fn(p)
		unused = p.isSafeToRetry()
		return err
	})
	return unused, err
}

func (e *postgresEngine) Ping(ctx context.Context) error {
	return e.Lookup(ctx, func(ctx context.Context, q Querier, _ *TxCache) error {
		var rows int
		return QueryRow(ctx, q, e.options.Ping).Scan(&rows)
	})
}

func (e *postgresEngine) Dialect() Dialect { return e.dialect }

// Generations returns nil: several processes may serve one database.
func (e *postgresEngine) Generations() *Generations { return nil }

func (e *postgresEngine) Stats() (Stats, error) { return e.statsSource().stats() }

func (e *postgresEngine) statsSource() statsSource {
	pool := e.pool.Stats()
	return statsSource{bulkheads: e.bulkheads, waits: e.waits, groups: newSizeHistogram(), connections: Connections{
		InUse: pool.InUse, Idle: pool.Idle, WaitCount: uint64(pool.WaitCount), WaitDuration: pool.WaitDuration,
	}}
}

func (e *postgresEngine) Close() error { return e.pool.Close() }

// ErrRetry means that another transaction was first; only a new transaction sees its outcome.
var ErrRetry = errors.New("another transaction was first")
