// Package seed writes the years of many customers straight into a database, in
// a minute: through the counter it would take as long as it took. What it writes
// is what the program would have written, so far as every rule holds that
// `axioma check` knows: cards with their stamps, rewards given and owed, families,
// consents, the audit trail, messages, records that were archived, merged and
// erased. The same is written each time, but for the day on which it ends.
//
// The bench and the tests of queries at size import it.
package seed

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	_ "modernc.org/sqlite"             // the driver "sqlite"
)

// Database says where the history is written: nobody else uses it meanwhile, and
// its tables are there.
type Database struct {
	Folder string // of the SQLite file; empty on PostgreSQL
	URL    string // of PostgreSQL, as somebody who may switch foreign keys off
}

// Businesses are businesses that are alike. Each customer comes for as long as she is
// one, at most once a day, some ten times as often as others.
type Businesses struct {
	// Business is the id of the only one, which may exist already, or what the
	// ids of several begin with.
	Business string
	Count    int // how many; 0: the one business
	// Customers and Visits are those of each business: so many customers, and
	// about so many visits, at most a third of Days for each customer.
	Customers int
	Visits    int
	Days      int // up to yesterday
}

// mostOften is how many times as often as others those come who come most, and
// shortest the part of the days for which the last customers have come.
const (
	maxVisitsFactor = 2
	shortestSpan    = 3. / 4
)

func (s Businesses) validate() error {
	each := s.Visits / max(1, s.Customers)
	if s.Customers < 1 || float64(maxVisitsFactor*each+5) > shortestSpan*float64(s.Days) {
		return fmt.Errorf("%d visits of %d customers do not fit into %d days", s.Visits, s.Customers, s.Days)
	}
	return nil
}

// Write adds histories to a database, all those that it is ever to have.
func Write(ctx context.Context, to Database, now time.Time, all ...Businesses) error {
	if err := WriteUnanalyzed(ctx, to, now, all...); err != nil {
		return err
	}
	return Analyze(ctx, to)
}

// CustomerID is the id of one of the customers, counted from 0, of the first of
// the shops that are written.
func CustomerID(customer int) string {
	return fmt.Sprint(1_000_000+customer*7919%1_000_003) + "c1000000" + fmt.Sprint(100_000_000+customer)
}

// WriteUnanalyzed is Write without PostgreSQL's housekeeping: nobody has looked at
// the tables since.
func WriteUnanalyzed(ctx context.Context, to Database, now time.Time, all ...Businesses) error {
	before, after := to.setup()
	statements := before
	first := 0
	for _, shops := range all {
		if err := shops.validate(); err != nil {
			return err
		}
		statements = append(statements, shops.statements(now, first)...)
		first += max(1, shops.Count)
	}
	return to.run(ctx, append(statements, after...)...)
}

// Analyze does at once what PostgreSQL's own housekeeping does within a minute of a
// large change. SQLite needs none.
func Analyze(ctx context.Context, database Database) error {
	if database.URL == "" {
		return nil
	}
	return database.run(ctx, "VACUUM ANALYZE")
}

// setup is what makes writing fast, and what ends it.
func (to Database) setup() (before, after []string) {
	if to.URL != "" {
		return []string{"SET session_replication_role = replica", "SET synchronous_commit = off", "SET work_mem = '256MB'"},
			nil
	}
	return []string{
		"PRAGMA foreign_keys(0)", "PRAGMA journal_mode(OFF)", "PRAGMA synchronous(OFF)", "PRAGMA cache_size(-600000)", "PRAGMA temp_store(MEMORY)",
	}, []string{"PRAGMA journal_mode(WAL)"}
}

// run executes statements on one connection, which keeps what was set on it.
func (to Database) run(ctx context.Context, statements ...string) (err error) {
	driver, address := "pgx", to.URL
	if to.URL == "" {
		driver, address = "sqlite", "file:"+(&url.URL{Path: filepath.Join(to.Folder, "axioma.db")}).EscapedPath()
	}
	pool, err := sql.Open(driver, address)
	if err != nil {
		return fmt.Errorf("opening the database: %w", err)
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	pool.SetMaxOpenConns(1)
	for _, statement := range statements {
		if _, err := pool.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("writing the past: %.120s: %w", statement, err)
		}
	}
	return nil
}
