package storetest

import (
	"strings"
	"testing"
)

// Freeze blocks writers, on PostgreSQL also readers, like a stopped process, until thaw is called.
func (d Database) Freeze(t testing.TB) (thaw func()) {
	t.Helper()
	d.dropAfterUse()
	pool := d.pool(t)
	if d.URL == "" {
		if _, err := pool.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
			t.Fatalf("freezing the database: %v", err)
		}
		return func() { t.Helper(); closeQuietly(t, pool) }
	}
	tables := d.tables(t, pool)
	tx, err := pool.BeginTx(t.Context(), nil)
	if err == nil {
		_, err = tx.ExecContext(t.Context(), "LOCK TABLE "+strings.Join(tables, ", ")+" IN ACCESS EXCLUSIVE MODE")
	}
	if err != nil {
		t.Fatalf("freezing the database: %v", err)
	}
	return func() {
		t.Helper()
		if err := tx.Rollback(); err != nil {
			t.Errorf("thawing the database: %v", err)
		}
		closeQuietly(t, pool)
	}
}
