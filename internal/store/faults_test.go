package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

// fill makes writes fail as on a full disk, until empty is called. A PostgreSQL server becomes read only.
func fill(t *testing.T, database storetest.Database, st *store.Store) (empty func()) {
	t.Helper()
	if database.Folder != "" {
		if err := st.Limit(t.Context(), 2); err != nil {
			t.Fatal(err)
		}
		return func() {
			if err := st.Limit(context.Background()); err != nil {
				t.Error(err)
			}
		}
	}
	const sessions = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()"
	turn := func(value string) {
		name := database.Rows(t, "SELECT current_database()")[0]
		database.Corrupt(t, "SET TRANSACTION READ WRITE", "ALTER DATABASE "+name+" SET default_transaction_read_only = "+value)
		database.Rows(t, sessions)
	}
	turn("on")
	return func() { turn("off") }
}

func TestWrite_FullDisk_ReportsAndRecovers(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	st := database.Open(t)
	if err := st.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	empty := fill(t, database, st)
	var mutex sync.Mutex
	var acknowledgedNames []string
	var refusedCount int
	var group sync.WaitGroup
	for i := range 40 {
		group.Go(func() {
			name := fmt.Sprintf("s%02d", i)
			err := st.InPlatform(t.Context(), func(tx *store.PlatformTx) error { return tx.Settings().InsertIfAbsent(name, strings.Repeat(name, 500)) })
			mutex.Lock()
			defer mutex.Unlock()
			switch {
			case err == nil:
				acknowledgedNames = append(acknowledgedNames, name)
			case errors.Is(err, loyalty.ErrBusy):
				refusedCount++
			default:
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	group.Wait()
	if refusedCount == 0 {
		t.Fatal("no write was refused")
	}
	if err := st.Ready(t.Context()); !errors.Is(err, loyalty.ErrBusy) {
		t.Errorf("on a full disk Ready returned %v, want ErrBusy", err)
	}
	empty()
	if err := st.Ready(t.Context()); err != nil {
		t.Errorf("with free space again, Ready returned %v", err)
	}
	err := st.InPlatform(t.Context(), func(tx *store.PlatformTx) error { return tx.Settings().InsertIfAbsent("after", "") })
	if err != nil {
		t.Errorf("with free space again, a write failed: %v", err)
	}
	slices.Sort(acknowledgedNames)
	storedNames := slices.DeleteFunc(settings(t, database), func(name string) bool { return name == "after" || name == "probe" })
	if !slices.Equal(storedNames, acknowledgedNames) {
		t.Errorf("stored settings are %v, want the acknowledged ones: %v", storedNames, acknowledgedNames)
	}
}

func TestWrite_FrozenDatabase_FailsInTimeAndRecovers(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	st := database.OpenLimited(t)
	thaw := database.Freeze(t)
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	write := func(ctx context.Context) error {
		return st.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Settings().InsertIfAbsent("name", "") })
	}
	if err := write(short); !errors.Is(err, loyalty.ErrBusy) {
		t.Errorf("a write ended with %v, want ErrBusy", err)
	}
	if err := st.Ready(short); err == nil {
		t.Error("Ready returned no error")
	}
	if err := write(t.Context()); !errors.Is(err, loyalty.ErrBusy) {
		t.Errorf("a write without a deadline ended with %v, want ErrBusy", err)
	}
	thaw()
	if err := write(t.Context()); err != nil {
		t.Errorf("a write afterwards failed: %v", err)
	}
	if err := st.Ready(t.Context()); err != nil {
		t.Errorf("the store is not ready afterwards: %v", err)
	}
}

// A row locked by a stopped process must block only its own business.
func TestWrite_LockedRow_DelaysItsBusinessOnly(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	frozen, other := town.Shop(t), town.Shop(t)
	rowLock := town.Database.LockRow(t, "businesses", frozen.Business.ID)
	lock := func(ctx context.Context, business string) error {
		return town.Store.InBusiness(ctx, business, func(tx *store.Tx) error { _, err := tx.Business().Lock(); return err })
	}
	waiting, give := context.WithCancel(t.Context())
	var group sync.WaitGroup
	starts := make(chan struct{}, 24)
	for range 24 {
		group.Go(func() {
			starts <- struct{}{}
			if err := lock(waiting, frozen.Business.ID); err != nil && !errors.Is(err, loyalty.ErrBusy) && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
	for range 24 {
		<-starts
	}
	rowLock.AwaitBlocked("4", waiting.Done())
	if err := lock(t.Context(), other.Business.ID); err != nil {
		t.Errorf("a write of another business failed: %v", err)
	}
	if _, err := town.Cases.Sessions.SignIn(t.Context(), other.Staff[loyalty.Owner].Email, servicetest.Password); err != nil {
		t.Errorf("signing in failed: %v", err)
	}
	give()
	rowLock.Commit()
	group.Wait()
	if err := lock(t.Context(), frozen.Business.ID); err != nil {
		t.Errorf("the row is unlocked, but a write failed: %v", err)
	}
}
