package store_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

const addSetting = "INSERT INTO settings (name, value) VALUES ($1, $2)"

// Deferred statements commit with the transaction or not at all. Their errors surface before the caller returns.
func TestPipeline_DeferredStatementFails_RollsBack(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	st := database.Open(t)
	write := func(steps ...func(*store.Tx) error) error {
		return st.InBusiness(t.Context(), "b", func(tx *store.Tx) error {
			for _, step := range steps {
				if err := step(tx); err != nil {
					return err
				}
			}
			return nil
		})
	}
	execDeferred := func(query string, args ...any) func(*store.Tx) error {
		return func(tx *store.Tx) error { return tx.ExecDeferred(query, args...) }
	}
	execImmediate := func(query string, args ...any) func(*store.Tx) error {
		return func(tx *store.Tx) error { return tx.Exec(query, args...) }
	}
	if err := write(execDeferred(addSetting, "a", "1"), execImmediate(addSetting, "b", "2"), execDeferred(addSetting, "c", "3")); err != nil {
		t.Fatal(err)
	}
	noRow := "UPDATE settings SET value = $1 WHERE name = 'none'"
	for name, err := range map[string]error{
		"the last statement":                write(execDeferred(addSetting, "d", "4"), execDeferred(addSetting, "a", "5")),
		"a statement before another":        write(execDeferred(addSetting, "a", "6"), execImmediate(addSetting, "e", "7")),
		"a failing statement before others": write(execImmediate(addSetting, "f", "8"), execDeferred(addSetting, "a", "9"), execDeferred(addSetting, "g", "10")),
		"a statement that changes no row":   write(execImmediate(addSetting, "h", "11"), execDeferred(noRow, "12"), execImmediate(addSetting, "i", "13"), execImmediate("SELECT no_such_function()")),
		"a failing function":                write(execDeferred(addSetting, "j", "14"), func(*store.Tx) error { return loyalty.ErrVisitNotFound }),
	} {
		if err == nil || errors.Is(err, loyalty.ErrOutcomeUnknown) {
			t.Errorf("%s: got %v, want a failure with a known outcome", name, err)
		}
	}
	if got := settings(t, database); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("stored settings are %v, want a, b and c", got)
	}
}

// If a caller ignores a failure, the transaction must still not look committed.
func TestPipeline_IgnoredFailure_IsNoSuccess(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	st := database.Open(t)
	err := st.InBusiness(t.Context(), "b", func(tx *store.Tx) error {
		if err := tx.Exec(addSetting, "a", "1"); err != nil {
			return err
		}
		if err := tx.Exec("INSERT INTO no_such_table VALUES (1)"); err == nil {
			t.Error("an insert into a missing table succeeded")
		}
		return nil
	})
	if stored := slices.Contains(settings(t, database), "a"); stored != (err == nil) {
		t.Errorf("the setting is stored: %t, but the caller got %v; want no error if and only if it is stored", stored, err)
	}
}

func TestPrefetch_SameQuery_ReturnsPrefetchedRows(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	query := "SELECT value FROM settings WHERE name = $1"
	err := st.InBusiness(t.Context(), "b", func(tx *store.Tx) error {
		if err := errors.Join(tx.Exec(addSetting, "full", "1"), tx.Exec(addSetting, "empty", "")); err != nil {
			return err
		}
		for _, name := range []string{"full", "empty", "none"} {
			tx.Prefetch(query, name)
		}
		tx.Prefetch("SELECT CAST(NULL AS TEXT)")
		full, empty, missing := "", "left", sql.NullString{Valid: true}
		if err := errors.Join(
			tx.Row(&empty, query, "empty"),
			tx.Row(&missing, "SELECT CAST(NULL AS TEXT)"),
			tx.Row(&full, query, "full"),
		); err != nil {
			return err
		}
		if full != "1" || empty != "" || missing.Valid {
			t.Errorf("found %q, %q and %v, want 1, an empty text and none", full, empty, missing)
		}
		if err := tx.Row(&full, query, "none"); !errors.Is(err, sql.ErrNoRows) {
			t.Errorf("a missing row: got %v, want sql.ErrNoRows", err)
		}
		// A prefetch serves one call. The second call must read the current rows.
		if err := tx.Exec("UPDATE settings SET value = '2' WHERE name = 'full'"); err != nil {
			return err
		}
		if err := tx.Row(&full, query, "full"); err != nil || full != "2" {
			t.Errorf("the second query returns %q, %v; want 2", full, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestPrefetch_ChangeInBetween_DiscardsRows(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	query := "SELECT value FROM settings WHERE name = $1"
	changes := map[string]func(*store.Tx, string, ...any) error{"now": (*store.Tx).Exec, "later": (*store.Tx).ExecDeferred}
	for name, change := range changes {
		err := st.InBusiness(t.Context(), "b", func(tx *store.Tx) error {
			if err := tx.Exec(addSetting, name, "before"); err != nil {
				return err
			}
			tx.Prefetch(query, name)
			var one int
			if err := tx.Row(&one, "SELECT 1"); err != nil {
				return err
			}
			if err := change(tx, "UPDATE settings SET value = 'after' WHERE name = $1", name); err != nil {
				return err
			}
			var value string
			tx.Prefetch(query, name)
			if err := tx.Row(&value, query, name); err != nil || value != "after" {
				t.Errorf("after a change that runs %s, the value is %q, %v; want after", name, value, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestPrefetch_ChangeBeforeItIsSent_ReturnsChangedRows(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	query := "SELECT value FROM settings WHERE name = $1"
	changes := map[string]func(*store.Tx, string, ...any) error{"now": (*store.Tx).Exec, "later": (*store.Tx).ExecDeferred}
	for name, change := range changes {
		err := st.InBusiness(t.Context(), "b", func(tx *store.Tx) error {
			if err := tx.Exec(addSetting, name, "before"); err != nil {
				return err
			}
			tx.Prefetch(query, name)
			tx.Prefetch("SELECT 1")
			if err := change(tx, "UPDATE settings SET value = 'after' WHERE name = $1", name); err != nil {
				return err
			}
			var value string
			var one int
			if err := errors.Join(tx.Row(&one, "SELECT 1"), tx.Row(&value, query, name)); err != nil || value != "after" || one != 1 {
				t.Errorf("after a change that runs %s, the rows are %q and %d, %v; want after and 1", name, value, one, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// The pool replaces connections that the server closed while they were idle.
func TestPool_ConnectionsClosedByServer_AreReplaced(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if database.URL == "" {
		return // SQLite has no server
	}
	st := database.Open(t)
	for range 3 {
		database.Rows(t, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()")
		for name, err := range map[string]error{
			"a look-up": st.ViewPlatform(t.Context(), func(tx *store.PlatformTx) error { return read(tx) }),
			"a read":    st.ViewBusiness(t.Context(), "b", func(tx *store.Tx) error { var one int; return tx.Row(&one, "SELECT 1") }),
			"a write":   keep(context.Background(), st, "kept"),
		} {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func read(tx *store.PlatformTx) error {
	_, err := tx.In("b").Texts("SELECT name FROM settings")
	return err
}

func TestTry_UniqueViolation_TransactionGoesOn(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	st := database.Open(t)
	err := st.InBusiness(t.Context(), "b", func(tx *store.Tx) error {
		if err := errors.Join(tx.ExecDeferred(addSetting, "a", "1"), tx.Exec(addSetting, "b", "2")); err != nil {
			return err
		}
		for range 2 {
			if isTaken, err := tx.TryOne(addSetting, "a", "3"); err != nil || !isTaken {
				t.Errorf("a taken name: taken = %t, %v; want true", isTaken, err)
			}
		}
		if isTaken, err := tx.TryOne(addSetting, "c", "4"); err != nil || isTaken {
			t.Errorf("a free name: taken = %t, %v; want false", isTaken, err)
		}
		return tx.ExecDeferred(addSetting, "d", "5")
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := settings(t, database); !slices.Equal(got, []string{"a", "b", "c", "d"}) {
		t.Errorf("stored settings are %v, want a, b, c and d", got)
	}
}

func TestTry_QueuedStatementFails_IsNoUniqueViolation(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	st := database.Open(t)
	err := st.InBusiness(t.Context(), "b", func(tx *store.Tx) error {
		if err := errors.Join(tx.Exec(addSetting, "a", "1"), tx.ExecDeferred(addSetting, "a", "2")); err != nil {
			return err
		}
		isTaken, err := tx.TryOne(addSetting, "b", "3")
		if isTaken {
			t.Error("the violation of the previous statement was reported for this one")
		}
		return err
	})
	if err == nil {
		t.Error("the transaction succeeded, want an error")
	}
}
