package store_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

type watcher struct {
	mutex                sync.Mutex
	startCount, endCount int
	cause                error
}

func (w *watcher) OutageStarted(cause error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.startCount, w.cause = w.startCount+1, cause
}

func (w *watcher) OutageEnded(time.Duration) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.endCount++
}

func (w *watcher) mustHaveReported(t *testing.T, startCount, endCount int) {
	t.Helper()
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.startCount != startCount || w.endCount != endCount {
		t.Errorf("the watcher counts %d begins and %d ends, want %d and %d", w.startCount, w.endCount, startCount, endCount)
	}
}

func TestWatchOutages_ManyFailures_NotifiesBeginAndEndOnce(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	st := database.Open(t)
	watching := &watcher{}
	st.WatchOutages(watching)
	write := func(ctx context.Context) error {
		return st.InPlatform(ctx, func(tx *store.PlatformTx) error { return tx.Settings().Set("filling", strings.Repeat("x", 64<<10)) })
	}
	if err := st.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	watching.mustHaveReported(t, 0, 0)
	empty := fill(t, database, st)
	var failing sync.WaitGroup
	for range 10 {
		failing.Go(func() {
			err := write(t.Context())
			var outage interface{ Outage() bool }
			if !errors.Is(err, loyalty.ErrBusy) || !errors.As(err, &outage) {
				t.Errorf("a write ended with %v, want ErrBusy and the outage", err)
			}
		})
	}
	failing.Wait()
	err := write(t.Context())
	var outage interface{ Outage() bool }
	if !errors.As(err, &outage) || !outage.Outage() {
		t.Errorf("%v is not an error of the outage", err)
	}
	if strings.Contains(err.Error(), loyalty.ErrBusy.Error()) {
		t.Errorf("the error for the log contains the message for users: %q", err)
	}
	if err := st.ViewPlatform(t.Context(), func(tx *store.PlatformTx) error { _, err := tx.Users().Operators(); return err }); err != nil {
		t.Errorf("reading failed: %v", err)
	}
	watching.mustHaveReported(t, 1, 0) // a read does not end an outage of writing
	empty()
	for range 3 {
		if err := errors.Join(st.Ready(t.Context()), write(t.Context())); err != nil {
			t.Errorf("with free space again: %v", err)
		}
	}
	watching.mustHaveReported(t, 1, 1)
}

func TestWatchOutages_CallerCancels_IsNoOutage(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	watching := &watcher{}
	st.WatchOutages(watching)
	ctx, end := context.WithCancel(t.Context())
	end()
	if err := st.ViewPlatform(ctx, func(tx *store.PlatformTx) error { _, err := tx.Users().Operators(); return err }); err == nil {
		t.Error("a cancelled read succeeded")
	}
	watching.mustHaveReported(t, 0, 0)
}
