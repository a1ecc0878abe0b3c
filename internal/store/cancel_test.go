package store_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

func views(st *store.Store) map[string]func(context.Context, string, func() error) error {
	run := func(view func(context.Context, string, func(*store.Tx) error) error) func(context.Context, string, func() error) error {
		return func(ctx context.Context, business string, fn func() error) error {
			return view(ctx, business, func(*store.Tx) error { return fn() })
		}
	}
	return map[string]func(context.Context, string, func() error) error{
		"ordinary": run(st.ViewBusiness), "listing": run(st.ViewLists), "counting": run(st.ViewReports), "maintenance": run(st.ViewMaintenance), "whole": run(st.ViewWhole),
		"look-up": func(ctx context.Context, _ string, fn func() error) error {
			return st.ViewPlatform(ctx, func(*store.PlatformTx) error { return fn() })
		},
	}
}

func TestView_CallerCancels_StopsQueryAndKeepsConnection(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	times := map[string]int{"sqlite": 300, "postgres": 20} // the PostgreSQL driver pauses after each cancellation
	for range times[st.Engine()] {
		ctx, cancel := context.WithCancel(t.Context())
		start := make(chan struct{})
		go func() { <-start; cancel() }()
		err := st.QueryRaw(ctx, start, endless)
		if !errors.Is(err, context.Canceled) && !errors.Is(err, loyalty.ErrBusy) {
			t.Fatalf("the query ended with %v, want context.Canceled or ErrBusy", err)
		}
		var one int
		if err := st.RowRaw(t.Context(), &one, "SELECT 1"); err != nil || one != 1 {
			t.Fatalf("the next query returned %d, %v, want 1", one, err)
		}
	}
}

func TestView_DeadlinePasses_ReturnsBusy(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	ctx, cancel := context.WithTimeout(t.Context(), 1)
	defer cancel()
	err := st.ViewBusiness(ctx, "b", func(*store.Tx) error { return nil })
	if !errors.Is(err, loyalty.ErrBusy) {
		t.Errorf("the transaction ended with %v, want ErrBusy", err)
	}
}

// One kind of work, or one business with many callers, must not use up the connections of others.
func TestBulkhead_Full_OthersStayAvailable(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	fewAtOnce := map[string]string{"whole": "everything", "counting": "reports", "maintenance": "reports"}
	for fullBulkhead, fill := range views(st) {
		if fullBulkhead == "look-up" {
			continue
		}
		t.Run(fullBulkhead, func(t *testing.T) {
			release, stop := context.WithCancel(t.Context())
			var group sync.WaitGroup
			starts := make(chan struct{}, 100)
			for range 3 * runtime.GOMAXPROCS(0) {
				group.Go(func() {
					err := fill(release, "greedy", func() error { starts <- struct{}{}; <-release.Done(); return nil })
					if err != nil && !errors.Is(err, context.Canceled) {
						t.Error(err)
					}
				})
			}
			<-starts
			for other, view := range views(st) {
				if sharedBulkhead := fewAtOnce[fullBulkhead]; sharedBulkhead != "" && sharedBulkhead == fewAtOnce[other] {
					continue // the others wait until it ends
				}
				if err := view(t.Context(), "modest", func() error { return nil }); err != nil {
					t.Errorf("%s beside a full bulkhead: got %v, want no error", other, err)
				}
			}
			if err := st.ExecRaw(t.Context(), fmt.Sprintf(insertSetting, fullBulkhead)); err != nil {
				t.Errorf("a write beside a full bulkhead: got %v, want no error", err)
			}
			stop()
			group.Wait()
		})
	}
}
