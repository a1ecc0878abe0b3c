package store_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func TestValues_EachType_RoundTrips(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	read := func(into any, query string) error { return st.RowRaw(t.Context(), into, query) }
	var text string
	if err := read(&text, "SELECT 'ñandú 😀'"); err != nil || text != "ñandú 😀" {
		t.Errorf("a text was read as %q, %v; want %q", text, err, "ñandú 😀")
	}
	var kind loyalty.RewardKind
	if err := read(&kind, "SELECT 'FREE'"); err != nil || kind != loyalty.RewardFree {
		t.Errorf("a kind was read as %q, %v; want FREE", kind, err)
	}
	var number int64
	if err := read(&number, "SELECT 9007199254740993"); err != nil || number != 9007199254740993 {
		t.Errorf("a number was read as %d, %v; want 9007199254740993", number, err)
	}
	var yes bool
	if err := read(&yes, "SELECT 2 > 1"); err != nil || !yes {
		t.Errorf("true was read as %t, %v; want true", yes, err)
	}
	missing := sql.NullString{String: "left from before", Valid: true}
	if err := read(&missing, "SELECT CAST(NULL AS TEXT)"); err != nil || missing.Valid {
		t.Errorf("NULL was read as %v, %v; want Valid false", missing, err)
	}
}

// An unexpected value must cause an error, and not be scanned as zero.
func TestScan_WrongShape_IsRefused(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	for _, query := range []string{"SELECT CAST(NULL AS TEXT)", "SELECT 'a', 'b'"} {
		var text string
		if err := st.RowRaw(t.Context(), &text, query); err == nil {
			t.Errorf("%s was read as %q", query, text)
		}
	}
	var text string
	if err := st.RowRaw(t.Context(), &text, "SELECT 'a' WHERE 1 = 2"); !errors.Is(err, sql.ErrNoRows) {
		t.Errorf("no row: got %v, want sql.ErrNoRows", err)
	}
}

func TestExec_MissingArguments_IsRefused(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	statement := "INSERT INTO settings (name, value) VALUES ($2, $1)"
	if err := st.ExecRaw(t.Context(), statement, "value", "name"); err != nil {
		t.Fatal(err)
	}
	if err := st.ExecRaw(t.Context(), statement, "other"); err == nil {
		t.Error("a statement with two parameters ran with one argument")
	}
	var value string
	if err := st.RowRaw(t.Context(), &value, "SELECT value FROM settings WHERE name = 'name'"); err != nil || value != "value" {
		t.Errorf("the arguments went to the wrong parameters: value %q, %v; want value", value, err)
	}
}

func TestExec_TwoStatements_AreRefused(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	if err := st.ExecRaw(t.Context(), "INSERT INTO settings (name, value) VALUES ($1, ''); SELECT 2", "two"); err == nil {
		t.Error("two statements: got no error")
	}
	var count int
	if err := st.RowRaw(t.Context(), &count, "SELECT count(*) FROM settings WHERE name = 'two'"); err != nil || count != 0 {
		t.Errorf("rows of the first of two statements: got %d, %v; want 0", count, err)
	}
}

// A panic during a query must leave the connection usable.
func TestQuery_Panic_LeavesNothingOpen(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	ask := func(ctx context.Context, fail bool) error {
		return st.InPlatform(ctx, func(tx *store.PlatformTx) error {
			return tx.In("b").Rows("SELECT 'a' UNION ALL SELECT 'b'", func() {
				if fail {
					panic("in the middle")
				}
			})
		})
	}
	for range 3 {
		if err := ask(t.Context(), true); err == nil {
			t.Fatal("the query did not panic")
		}
		if err := ask(t.Context(), false); err != nil {
			t.Fatalf("the next query failed: %v", err)
		}
	}
	if err := st.Ready(t.Context()); err != nil {
		t.Error(err)
	}
}
