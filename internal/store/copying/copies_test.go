package copying

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

const business = `
	INSERT INTO businesses (id, name, status, time_zone, country, visit_target, vip_visit_target, half_reward_enabled,
		wa_enabled, wa_rate_per_minute, wa_daily_cap, wa_monthly_cap, wa_free_credits, created_at)
	VALUES ('old', 'Barbería', 'ACTIVE', 'Europe/Madrid', 'ES', 10, 4, TRUE, TRUE, 1, 1, 1, 1, 0)`

// writePairs writes two rows with the same number per transaction, until stop is called. A copy must have both or none.
func writePairs(t *testing.T, st *store.Store) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	start, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for number := 1; ctx.Err() == nil; number++ {
			err := st.InPlatform(t.Context(), func(tx *store.PlatformTx) error {
				pair := fmt.Sprint(number)
				return errors.Join(tx.Settings().Set("left", pair), tx.Settings().Set("right", pair))
			})
			if err != nil {
				t.Error(err)
			}
			if number == 1 {
				close(start)
			}
		}
	}()
	<-start
	return func() { cancel(); <-done }
}

func TestCopy_ConcurrentWrites_IsConsistent(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	st := database.Open(t)
	if err := database.Try(t, `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
		INSERT INTO settings (name, value) SELECT 'filling ' || i, '`+strings.Repeat("x", 1000)+`' FROM n`); err != nil {
		t.Fatal(err)
	}
	stop := writePairs(t, st)
	folder := t.TempDir()
	err := Copy(t.Context(), database.Location(), folder)
	stop()
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(t.Context(), folder); err != nil {
		t.Errorf("the copy failed its verification: %v", err)
	}
	location := storetest.Database{Folder: folder}
	if pairs := location.Rows(t, `SELECT count(DISTINCT value) || ' of ' || count(*) FROM settings WHERE name IN ('left', 'right')`); !slices.Equal(pairs, []string{"1 of 2"}) {
		t.Errorf("the two values of a pair differ: %q", pairs)
	}
	if filling := location.Rows(t, `SELECT count(*) FROM settings WHERE name LIKE 'filling %'`); !slices.Equal(filling, []string{"3000"}) {
		t.Errorf("the copy has %q rows, want 3000", filling)
	}
}

func TestCopy_Result_IsOnePrivateFile(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	database.Open(t)
	folder, otherFolder := t.TempDir(), t.TempDir()
	if err := Copy(t.Context(), database.Location(), folder); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(store.FileIn(folder)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy has the mode %v, %v; want 0600", info.Mode(), err)
	}
	if err := os.Rename(store.FileIn(folder), store.FileIn(otherFolder)); err != nil {
		t.Fatal(err)
	}
	if err := Verify(t.Context(), otherFolder); err != nil {
		t.Error(err)
	}
}

func TestCopy_FolderWithData_IsRefused(t *testing.T) {
	t.Parallel()
	database, other := storetest.New(t), storetest.NewFile(t)
	const theirs = `INSERT INTO settings (name, value) VALUES ('theirs', '1')`
	if err := other.Try(t, theirs); err != nil {
		t.Fatal(err)
	}
	if err := Copy(t.Context(), database.Location(), other.Folder); err == nil {
		t.Error("a copy was written over data")
	}
	if rows := other.Rows(t, `SELECT name FROM settings`); !slices.Equal(rows, []string{"theirs"}) {
		t.Errorf("the rows that were there before are now %q, want only theirs", rows)
	}
}

func TestVerify_DamagedFile_IsRefused(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(folder string) error{
		"cut off": func(folder string) error { return os.Truncate(store.FileIn(folder), 3*4096) },
		"no database": func(folder string) error {
			return os.WriteFile(store.FileIn(folder), []byte(strings.Repeat("This is not it. ", 1000)), 0o600)
		},
		"with wrong bytes": func(folder string) error {
			content, err := os.ReadFile(store.FileIn(folder))
			if err != nil {
				return err
			}
			copy(content[4096*2:], strings.Repeat("wrong ", 500))
			return os.WriteFile(store.FileIn(folder), content, 0o600)
		},
		"empty": func(folder string) error { return os.Truncate(store.FileIn(folder), 0) },
	} {
		folder := storetest.NewFile(t).Folder
		if err := damage(folder); err != nil {
			t.Fatal(err)
		}
		if err := Verify(t.Context(), folder); err == nil {
			t.Errorf("a file that is %s passes the verification", name)
		}
	}
}

func TestVerify_BrokenRule_IsRefused(t *testing.T) {
	t.Parallel()
	database := storetest.NewFile(t)
	database.Corrupt(t, business,
		`INSERT INTO customers (business_id, id, name, sort_key, search, visits_count, created_at) VALUES ('old', 'ana', 'Ana', 'ana', '', 3, 0)`)
	if err := Verify(t.Context(), database.Folder); err == nil || !strings.Contains(err.Error(), "customer ana") {
		t.Errorf("a customer without a card: got %v, want an error that names customer ana", err)
	}
}

func TestCopyRows_OtherEngineAndBack_KeepsEachRow(t *testing.T) {
	t.Parallel()
	used, other, back := storetest.NewFile(t), storetest.New(t), storetest.NewFile(t)
	err := used.Try(t, business,
		`INSERT INTO customers (business_id, id, name, sort_key, search, visits_count, created_at, merged_into, archived_at, phone_unverified)
			VALUES ('old', 'c', 'Ané', 'ane', '', 0, 0, NULL, NULL, FALSE)`,
		`INSERT INTO customers (business_id, id, name, sort_key, search, visits_count, created_at, merged_into, archived_at, phone_unverified)
			VALUES ('old', 'b', 'Añá', 'ana', '', 0, 0, 'c', 1, FALSE), ('old', 'a', 'Ana', 'ana', '', 0, 0, 'b', 1, TRUE)`,
		`UPDATE customers SET merged_into = 'a', archived_at = 2 WHERE id = 'c'`,
		`UPDATE customers SET merged_into = NULL, archived_at = NULL WHERE id = 'b'`,
		`INSERT INTO settings (name, value) VALUES ('key', 'a\b	"c" ''d''')`)
	if err != nil {
		t.Fatal(err)
	}
	counts, err := CopyRows(t.Context(), used.Location(), other.Location())
	if err != nil {
		t.Fatal(err)
	}
	again, err := CopyRows(t.Context(), other.Location(), back.Location())
	if err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(counts, again) || counts["customers"] != 3 || counts["businesses"] != 1 || counts["visits"] != 0 {
		t.Errorf("the copy counted the rows %v, then %v", counts, again)
	}
	if before, after := used.Dump(t), back.Dump(t); len(before) < 5 || !slices.Equal(before, after) {
		t.Errorf("before the copy the database had %q, after it %q", before, after)
	}
	if _, err := CopyRows(t.Context(), used.Location(), other.Location()); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("a copy into a database with rows: got %v, want ErrNotEmpty", err)
	}
}

func TestCopyRows_DanglingReference_IsRefused(t *testing.T) {
	t.Parallel()
	used, other := storetest.NewFile(t), storetest.New(t)
	if err := used.Try(t, business); err != nil {
		t.Fatal(err)
	}
	used.Corrupt(t, `INSERT INTO cards (business_id, id, customer_id, stamps) VALUES ('old', 'card', 'nobody', 1)`)
	if _, err := CopyRows(t.Context(), used.Location(), other.Location()); err == nil {
		t.Error("a card without an owner was copied")
	}
	if rows := other.Rows(t, `SELECT id FROM businesses`); len(rows) > 0 {
		t.Errorf("the failed copy left businesses: %q, want none", rows)
	}
}

// Only the tables of migrations, event positions and the oldest program may be missing.
func TestCopyRows_Tables_AreComplete(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	query := `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'goose%' AND name NOT LIKE 'sqlite%'`
	if database.URL != "" {
		query = `SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'goose%' AND tablename NOT IN ('event_offset', 'oldest_program')`
	}
	tables := slices.Sorted(slices.Values(database.Rows(t, query)))
	if copiedNames := slices.Sorted(slices.Values(copiedTables())); !slices.Equal(tables, copiedNames) {
		t.Errorf("the tables are %q, but the copied ones are %q", tables, copiedNames)
	}
}
