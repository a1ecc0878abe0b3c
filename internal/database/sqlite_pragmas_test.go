package database

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
)

func pragmas(ctx context.Context, q Querier) (line string, err error) {
	for _, name := range []string{"synchronous", "foreign_keys", "journal_mode", "query_only", "busy_timeout"} {
		var value string
		if err := QueryRow(ctx, q, "PRAGMA "+name).Scan(&value); err != nil {
			return "", err
		}
		line += name + "=" + value + " "
	}
	return line, nil
}

func TestSQLiteEngine_EveryConnection_HasItsPragmas(t *testing.T) {
	t.Parallel()
	engine := newSQLiteEngine(t)
	var lines []string
	ask := func(ctx context.Context, q Querier, _ *TxCache) error {
		line, err := pragmas(ctx, q)
		lines = append(lines, line)
		return err
	}
	const settings = "foreign_keys=1 journal_mode=wal "
	if err := engine.Write(t.Context(), "", ask); err != nil || !slices.Equal(lines, []string{"synchronous=1 " + settings + "query_only=0 busy_timeout=2000 "}) {
		t.Errorf("the writer has the wrong pragmas: %v, %v", lines, err)
	}
	for _, kind := range []ReadKind{ReadLookup, ReadScreen, ReadBackground, ReadExport} {
		lines = nil
		err := engine.withReader(t.Context(), kind, "", func(ctx context.Context, conn *SQLiteConn) error { return ask(ctx, conn, nil) })
		if err != nil || !slices.Equal(lines, []string{"synchronous=2 " + settings + "query_only=1 busy_timeout=5000 "}) {
			t.Errorf("a reader has the wrong pragmas: %v, %v", lines, err)
		}
	}
}

func TestSQLiteEngine_ScratchFile_IsNotSynced(t *testing.T) {
	t.Parallel()
	engine, err := openSQLite(t.Context(), t.TempDir(), Options{Ping: "SELECT 1", IsScratch: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := engine.Close(); err != nil {
			t.Error(err)
		}
	})
	ask := func(ctx context.Context, q Querier, _ *TxCache) error {
		line, err := pragmas(ctx, q)
		if !strings.HasPrefix(line, "synchronous=0 ") {
			t.Errorf("a connection has %s, want synchronous=0", line)
		}
		return err
	}
	if err := errors.Join(engine.Write(t.Context(), "", ask), engine.Read(t.Context(), ReadExport, "", ask)); err != nil {
		t.Error(err)
	}
	if disk := engine.(*sqliteEngine).writer.disk; disk != (noDisk{}) {
		t.Errorf("commits go to %T, want noDisk", disk)
	}
}
