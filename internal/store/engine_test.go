package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

const insertSetting = "INSERT INTO settings (name, value) VALUES ('%s', '')"

func settings(t *testing.T, database storetest.Database) []string {
	t.Helper()
	return database.Rows(t, "SELECT name FROM settings ORDER BY name")
}

func TestWrite_Concurrent_EachIsDurableOrFailsAlone(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	st := database.Open(t)
	failure := errors.New("changed her mind")
	var want []string
	var group sync.WaitGroup
	faults := make([]error, 200)
	for i := range faults {
		name := fmt.Sprintf("writer-%03d", i)
		if i%4 == 0 {
			want = append(want, name)
		}
		group.Go(func() {
			faults[i] = st.WriteRaw(context.Background(), func(exec func(string) error) error {
				if err := exec(fmt.Sprintf(insertSetting, name)); err != nil {
					return err
				}
				switch i % 4 {
				case 1:
					return failure
				case 2:
					panic("at the disco")
				case 3:
					return exec("INSERT INTO nowhere VALUES (1)")
				}
				return nil
			})
		})
	}
	group.Wait()
	for i, err := range faults {
		switch {
		case i%4 == 0 && err != nil:
			t.Errorf("writer %d failed because others did: %v", i, err)
		case i%4 == 1 && !errors.Is(err, failure):
			t.Errorf("writer %d returned %v, want its own error", i, err)
		case i%4 == 2 && (err == nil || !strings.Contains(err.Error(), "at the disco")):
			t.Errorf("writer %d panicked and returned %v, want the panic as an error", i, err)
		case i%4 == 3 && err == nil:
			t.Errorf("writer %d succeeded, though its table does not exist", i)
		}
	}
	if got := settings(t, database); !slices.Equal(got, want) {
		t.Errorf("%d writers are stored, want the %d that did not fail", len(got), len(want))
	}
}

func TestWrite_TransactionFails_NextSucceeds(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	st := database.Open(t)
	err := st.WriteRaw(context.Background(), func(exec func(string) error) error {
		return errors.Join(exec(fmt.Sprintf(insertSetting, "lost")), exec("RELEASE job")) // the savepoint of the group writer
	})
	if err == nil {
		t.Error("the write was acknowledged, want an error")
	}
	if err := st.ExecRaw(context.Background(), fmt.Sprintf(insertSetting, "next")); err != nil {
		t.Errorf("the next write failed: %v", err)
	}
	if got := settings(t, database); !slices.Equal(got, []string{"next"}) {
		t.Errorf("stored settings are %v, want next alone", got)
	}
}

func TestWrite_CallerCancelledBefore_WritesNothing(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	st := database.Open(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := st.ExecRaw(ctx, fmt.Sprintf(insertSetting, "late")); !errors.Is(err, context.Canceled) {
		t.Errorf("the late write ended with %v, want context.Canceled", err)
	}
	if got := settings(t, database); len(got) != 0 {
		t.Errorf("stored settings are %v, want none", got)
	}
}

func TestWrite_CallerCancelsAfterBegin_IsCommitted(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	st := database.Open(t)
	leaving, cancel := context.WithCancel(context.Background())
	err := st.WriteRaw(leaving, func(exec func(string) error) error {
		cancel()
		return exec(fmt.Sprintf(insertSetting, "begun"))
	})
	if err != nil || !slices.Equal(settings(t, database), []string{"begun"}) {
		t.Errorf("the write ended with %v; stored settings are %v, want begun", err, settings(t, database))
	}
}

func TestClose_WaitingWrites_FinishAndNewOnesAreRefused(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	st, err := database.OpenUnclosed(t)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	faults := make([]error, 50)
	first := make(chan struct{})
	for i := range faults {
		group.Go(func() {
			faults[i] = st.WriteRaw(context.Background(), func(exec func(string) error) error {
				if i == 0 {
					close(first)
				}
				return exec(fmt.Sprintf(insertSetting, fmt.Sprintf("w%02d", i)))
			})
		})
	}
	<-first
	closeErr := st.Close()
	group.Wait()
	if closeErr != nil {
		t.Errorf("closing: %v; want no error", closeErr)
	}
	acknowledgedNames := []string{}
	for i, err := range faults {
		if err == nil {
			acknowledgedNames = append(acknowledgedNames, fmt.Sprintf("w%02d", i))
		}
	}
	if got := settings(t, database); !slices.Equal(got, acknowledgedNames) || len(got) == 0 {
		t.Errorf("stored settings are %v, want the acknowledged ones: %v", got, acknowledgedNames)
	}
	if err := st.ExecRaw(context.Background(), fmt.Sprintf(insertSetting, "after")); err == nil {
		t.Error("a closed database was written to")
	}
}

func TestView_Write_IsRefused(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	if err := st.ReadRaw(context.Background(), fmt.Sprintf(insertSetting, "sneaky")); err == nil {
		t.Error("a reading transaction wrote")
	}
}

func TestOpen_SeveralProgramsOnEmptyData_AllStart(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	database.DropTables(t)
	stores, faults := make([]*store.Store, 4), make([]error, 4)
	var group sync.WaitGroup
	for i := range stores {
		group.Go(func() { stores[i], faults[i] = database.OpenUnclosed(t) })
	}
	group.Wait()
	for i, st := range stores {
		if faults[i] != nil {
			t.Errorf("program %d: %v; want no error", i, faults[i])
			continue
		}
		if err := st.ViewPlatform(t.Context(), func(tx *store.PlatformTx) error { _, err := tx.Users().Of(""); return err }); err != nil {
			t.Errorf("reading in program %d: %v", i, err)
		}
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestSettings_SeveralPrograms_FirstValueIsKept(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	values := make([]string, 16)
	var group sync.WaitGroup
	for i := range values {
		group.Go(func() {
			err := st.InPlatform(context.Background(), func(tx *store.PlatformTx) (err error) {
				if err = tx.Settings().InsertIfAbsent("key", fmt.Sprint(i)); err != nil {
					return err
				}
				values[i], _, err = tx.Settings().Get("key")
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if slices.Sort(values); values[0] != values[15] {
		t.Errorf("the programs have different settings: %v", values)
	}
}

func TestViewBusiness_UnknownBusiness_IsNotFound(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	err := st.ViewBusiness(t.Context(), "nowhere", func(tx *store.Tx) error { _, err := tx.Business().Get(); return err })
	if !errors.Is(err, loyalty.ErrBusinessNotFound) {
		t.Errorf("an unknown business: got %v, want ErrBusinessNotFound", err)
	}
}
