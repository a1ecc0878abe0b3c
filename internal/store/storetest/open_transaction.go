package storetest

import (
	"database/sql"
	"fmt"
	"testing"
	"time"
)

// OpenTransaction is another process's uncommitted transaction. On SQLite it commits at once: there is one writer.
type OpenTransaction struct {
	database Database
	t        testing.TB
	tx       *sql.Tx // nil: ended
}

// LockRow locks a row, allowing references, and runs statements.
func (d Database) LockRow(t testing.TB, table, id string, statements ...string) *OpenTransaction {
	t.Helper()
	if d.URL == "" {
		d.Corrupt(t, statements...)
		return &OpenTransaction{database: d, t: t}
	}
	pool := d.pool(t)
	t.Cleanup(func() { closeQuietly(t, pool) })
	tx, err := pool.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatalf("beginning a transaction: %v", err)
	}
	lock := fmt.Sprintf(`SELECT id FROM %s WHERE id = '%s' FOR NO KEY UPDATE`, table, id)
	for _, statement := range append([]string{lock}, statements...) {
		if _, err := tx.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	return &OpenTransaction{database: d, t: t, tx: tx}
}

// Commit ends the transaction.
func (h *OpenTransaction) Commit() {
	h.t.Helper()
	if h.tx == nil {
		return
	}
	if err := h.tx.Commit(); err != nil {
		h.t.Fatalf("committing: %v", err)
	}
}

// AwaitBlocked waits until so many sessions wait for a lock, or done is closed.
func (h *OpenTransaction) AwaitBlocked(sessions string, done <-chan struct{}) {
	h.t.Helper()
	for h.tx != nil {
		waiting := h.database.Rows(h.t, `
			SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
		if waiting[0] == sessions {
			return
		}
		select {
		case <-done:
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}
