// Package seed writes years of history of many customers into a database within a minute. Rows satisfy `axioma check`
// and include archived, merged and erased customers. They depend only on the arguments.
package seed

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"
	_ "modernc.org/sqlite"             // driver "sqlite"
)

// Database has migrated tables that no other process uses.
type Database struct {
	Folder string // empty: PostgreSQL
	URL    string // of a role that may disable foreign keys
}

// Businesses are similar. A customer comes at most once a day; some come ten times as often as others.
type Businesses struct {
	// Business is the only business's id, which may exist, or a prefix of ids.
	Business string
	Count    int // 0: the one business
	// Customers and Visits are per business. Visits is approximate, at most a third of Days per customer.
	Customers int
	Visits    int
	Days      int
}

// How much more often than average the most frequent customers come, and the shortest part of Days.
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

// Write adds histories and analyzes PostgreSQL's tables.
func Write(ctx context.Context, to Database, now time.Time, all ...Businesses) error {
	if err := WriteUnanalyzed(ctx, to, now, all...); err != nil {
		return err
	}
	return Analyze(ctx, to)
}

// CustomerID returns the id of the n-th customer of the first business, from 0.
func CustomerID(customer int) string {
	return fmt.Sprint(1_000_000+customer*7919%1_000_003) + "c1000000" + fmt.Sprint(100_000_000+customer)
}

// WriteUnanalyzed adds histories like Write, without statistics.
func WriteUnanalyzed(ctx context.Context, to Database, now time.Time, all ...Businesses) error {
	before, after := to.setup()
	statements := before
	first := 0
	for _, shops := range all {
		if err := shops.validate(); err != nil {
			return err
		}
		own, err := shops.statements(now, first)
		if err != nil {
			return err
		}
		statements = append(statements, own...)
		first += max(1, shops.Count)
	}
	return to.run(ctx, append(statements, after...)...)
}

// Analyze updates the tables' statistics, as PostgreSQL's autovacuum would do a minute later.
func Analyze(ctx context.Context, database Database) error {
	if database.URL == "" {
		return nil
	}
	return database.run(ctx, "VACUUM ANALYZE")
}

// setup returns statements around fast writing. Without statistics PostgreSQL takes tables as empty and would use
// nested loops.
func (to Database) setup() (before, after []string) {
	if to.URL != "" {
		return []string{"SET session_replication_role = replica", "SET synchronous_commit = off", "SET work_mem = '256MB'", "SET enable_nestloop = off"},
			nil
	}
	return []string{
		"PRAGMA foreign_keys(0)", "PRAGMA journal_mode(OFF)", "PRAGMA synchronous(OFF)", "PRAGMA cache_size(-600000)", "PRAGMA temp_store(MEMORY)",
	}, []string{"PRAGMA journal_mode(WAL)"}
}

// run uses one connection, which keeps session settings.
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
			return fmt.Errorf("seeding: %.120s: %w", statement, err)
		}
	}
	return nil
}
