package database

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
)

func readRepeatedly(ctx context.Context, e Engine, name string, tokens <-chan struct{}) error {
	for range tokens {
		err := e.Read(ctx, ReadScreen, name, func(ctx context.Context, q Querier, _ *TxCache) error {
			var rows int
			err := QueryRow(ctx, q, "SELECT count(*) FROM people").Scan(&rows)
			<-tokens
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func walPages(ctx context.Context, e *sqliteEngine) (pages int, err error) {
	err = e.withReader(ctx, ReadLookup, "", func(ctx context.Context, conn *SQLiteConn) error {
		var busy, copiedPages int
		return QueryRow(ctx, conn, "PRAGMA wal_checkpoint(NOOP)").Scan(&busy, &pages, &copiedPages)
	})
	return pages, err
}

// Each read begins before the one before it ends.
func TestCheckpointer_OverlappingReads_RestartsTheWAL(t *testing.T) {
	t.Parallel()
	engine := newSQLiteEngine(t)
	const limit, bound = 200, 10 * 200
	engine.checkpointer.limits = walLimits{checkpoint: limit / 2, restart: limit}
	var group sync.WaitGroup
	defer group.Wait() // the engine closes after its readers
	var screens [2]chan struct{}
	for i := range screens {
		screens[i] = make(chan struct{}, 1)
		defer close(screens[i])
		group.Go(func() {
			if err := readRepeatedly(t.Context(), engine, fmt.Sprint(i), screens[i]); err != nil {
				t.Error(err)
			}
		})
	}
	longest, restarts, last := 0, 0, 0
	for write := 0; restarts < 3 && longest < bound; write++ {
		value := strings.Repeat(string('a'+rune(write%26)), 40_000)
		if err := execute(t.Context(), engine, "INSERT INTO notes (name, value) VALUES ('big', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value", value); err != nil {
			t.Fatal(err)
		}
		select {
		case screens[write%2] <- struct{}{}:
		default: // it waits for a place
		}
		pages, err := walPages(t.Context(), engine)
		if err != nil {
			t.Fatal(err)
		}
		if pages < last {
			restarts++
		}
		last, longest = pages, max(longest, pages)
	}
	if restarts < 3 {
		t.Errorf("the WAL has grown to %d pages and restarted %d times, want at least 3 restarts", longest, restarts)
	}
}
