package storetest

import (
	"database/sql"
	"fmt"
	"testing"
	"time"
)

// Held is a transaction of another program that has changed rows and has not ended.
// PostgreSQL alone lets others write meanwhile: on SQLite it ends at once.
type Held struct {
	database Database
	t        testing.TB
	tx       *sql.Tx // nil once it has ended
}

// Hold locks the row of a table with an id, so that others may still refer to it,
// and runs statements.
func (d Database) Hold(t testing.TB, table, id string, statements ...string) *Held {
	t.Helper()
	if d.URL == "" {
		d.Corrupt(t, statements...)
		return &Held{database: d, t: t}
	}
	pool := d.pool(t)
	t.Cleanup(func() { closing(t, pool) })
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
	return &Held{database: d, t: t, tx: tx}
}

// Commit ends the transaction, and lets go who waits for it.
func (h *Held) Commit() {
	h.t.Helper()
	if h.tx == nil {
		return
	}
	if err := h.tx.Commit(); err != nil {
		h.t.Fatalf("committing: %v", err)
	}
}

// AwaitWaiting returns when so many wait for a lock in the database, or when done
// is closed: whoever was to wait has not.
func (h *Held) AwaitWaiting(sessions string, done <-chan struct{}) {
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
