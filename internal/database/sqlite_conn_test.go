package database

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"testing"

	"zombiezen.com/go/sqlite"
)

// SQLite forgets that it was interrupted when a statement begins beside which none is under
// way. A caller who goes between the last look at whether she is there and the beginning of
// her query has to be heard all the same.
func TestWhoGoesBetweenTwoStatementsIsHeardByTheNext(t *testing.T) {
	t.Parallel()
	kept := openKept(t)
	ask := func(ctx context.Context) error {
		var one int
		return QueryRow(ctx, kept, "SELECT 1").Scan(&one)
	}
	const tries = 1000 // whether SQLite is interrupted in time is for the scheduler to say
	for range tries {
		err := kept.snapshot(t.Context(), func(ctx context.Context, _ Querier, _ *TxCache) error {
			gone := make(chan struct{})
			kept.conn.SetInterrupt(gone)
			close(gone)
			runtime.Gosched()
			kept.heed() // so that nothing but SQLite itself remembers
			return ask(ctx)
		})
		if sqlite.ErrCode(err) == sqlite.ResultInterrupt {
			if err := ask(t.Context()); err != nil {
				t.Fatalf("the connection is not as it was found: %v", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Errorf("of %d who went, not one was heard", tries)
}

func TestKeptConn_MoreQueriesThanItKeeps_LeavesThoseUnderWay(t *testing.T) {
	t.Parallel()
	kept := openKept(t)
	err := kept.snapshot(t.Context(), func(ctx context.Context, q Querier, _ *TxCache) error {
		reading, err := q.Query(ctx, "SELECT 1 UNION ALL SELECT 2", nil)
		if err != nil || !reading.Next() {
			t.Fatalf("the first row: %v", err)
		}
		for i := range 2 * maxStatements {
			var same int
			if err := QueryRow(ctx, q, fmt.Sprintf("SELECT %d", i)).Scan(&same); err != nil || same != i {
				t.Fatalf("query %d: %d, %v", i, same, err)
			}
		}
		var second int
		if !reading.Next() || reading.Scan(&second) != nil || second != 2 {
			t.Errorf("the second row is %d", second)
		}
		return reading.Close()
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(kept.statements) > maxStatements {
		t.Errorf("%d statements are kept, more than %d", len(kept.statements), maxStatements)
	}
}

// openKept opens a connection to a fresh file, which is closed when the test ends.
func openKept(t *testing.T) *SQLiteConn {
	t.Helper()
	conn, err := sqlite.OpenConn(filepath.Join(t.TempDir(), FileName))
	if err != nil {
		t.Fatal(err)
	}
	kept := keep(conn)
	t.Cleanup(func() {
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	})
	return kept
}
