package database

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"testing"

	"zombiezen.com/go/sqlite"
)

// SQLite forgets an interrupt when a statement starts while no other is active.
func TestSQLiteConn_CancelBetweenStatements_InterruptsTheNext(t *testing.T) {
	t.Parallel()
	conn := openTestConn(t)
	ask := func(ctx context.Context) error {
		var one int
		return QueryRow(ctx, conn, "SELECT 1").Scan(&one)
	}
	const tries = 1000 // the scheduler decides whether the interrupt arrives in time
	for range tries {
		err := conn.snapshot(t.Context(), func(ctx context.Context, _ Querier, _ *TxCache) error {
			interrupt := make(chan struct{})
			conn.conn.SetInterrupt(interrupt)
			close(interrupt)
			runtime.Gosched()
			conn.resetInterrupt() // the connection forgets the interrupt; only SQLite knows of it
			return ask(ctx)
		})
		if sqlite.ErrCode(err) == sqlite.ResultInterrupt {
			if err := ask(t.Context()); err != nil {
				t.Fatalf("the connection is unusable: %v", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Errorf("none of %d cancellations interrupted the query", tries)
}

func TestSQLiteConn_FullStatementCache_KeepsActiveStatements(t *testing.T) {
	t.Parallel()
	conn := openTestConn(t)
	err := conn.snapshot(t.Context(), func(ctx context.Context, q Querier, _ *TxCache) error {
		reading, err := q.Query(ctx, "SELECT 1 UNION ALL SELECT 2", nil)
		if err != nil || !reading.Next() {
			t.Fatalf("the first row: %v", err)
		}
		for i := range 2 * maxStatements {
			var same int
			if err := QueryRow(ctx, q, fmt.Sprintf("SELECT %d", i)).Scan(&same); err != nil || same != i {
				t.Fatalf("query %d: %d, %v; want the number of the query", i, same, err)
			}
		}
		var second int
		if !reading.Next() || reading.Scan(&second) != nil || second != 2 {
			t.Errorf("the second row is %d, want 2", second)
		}
		return reading.Close()
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(conn.statements) > maxStatements {
		t.Errorf("%d statements are cached, more than %d", len(conn.statements), maxStatements)
	}
}

func openTestConn(t *testing.T) *SQLiteConn {
	t.Helper()
	raw, err := sqlite.OpenConn(filepath.Join(t.TempDir(), FileName))
	if err != nil {
		t.Fatal(err)
	}
	conn := newSQLiteConn(raw)
	t.Cleanup(func() {
		if err := conn.Close(); err != nil {
			t.Error(err)
		}
	})
	return conn
}
