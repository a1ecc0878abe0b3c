package database

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// highest is how the system tells the priority of a thread that gives way to nobody, and
// lowered that of one that gives way as reports do (getpriority(2)).
const (
	highest = 20
	lowered = 15
)

// priority is that of the thread that asks.
func priority(t *testing.T) int {
	t.Helper()
	of, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		t.Error(err)
	}
	return of
}

func TestWhatCountsForLongGivesWayAndNobodyElse(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	ordinary := priority(t) // the tests themselves may have been told to give way
	for range 20 {
		for name, kind := range map[string]ReadKind{"a report": ReadReport, "an export": ReadExport} {
			err := e.Read(t.Context(), kind, "", func(context.Context, Querier, *TxCache) error {
				if got := priority(t); got != min(lowered, ordinary) {
					t.Errorf("%s has the priority %d, and others %d", name, got, ordinary)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	var done sync.WaitGroup
	for range 50 {
		done.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			if got := priority(t); got != ordinary {
				t.Errorf("afterwards somebody else has the priority %d, not %d", got, ordinary)
			}
		})
	}
	done.Wait()
}

func TestAReportThatPanicsOrEndsEarlyIsAnError(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	err := e.Read(t.Context(), ReadReport, "", func(context.Context, Querier, *TxCache) error { panic("at the disco") })
	if err == nil || !strings.Contains(err.Error(), "at the disco") {
		t.Errorf("it panicked and returned %v", err)
	}
	err = e.Read(t.Context(), ReadReport, "", func(context.Context, Querier, *TxCache) error {
		runtime.Goexit()
		return nil
	})
	if err == nil {
		t.Error("it did not come to its end and returned nothing")
	}
	if err := e.Read(t.Context(), ReadReport, "", func(context.Context, Querier, *TxCache) error { return nil }); err != nil {
		t.Errorf("the next one: %v", err)
	}
}

// A program that gives way altogether has threads that are lower than what they would ask
// for, and who is not root may not raise them.
func TestWhoGivesWayMoreAlreadyGoesOnDoingSo(t *testing.T) {
	t.Parallel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlocked: the thread ends with its priority
		if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, 19); err != nil {
			t.Error(err)
		}
		if err := lowerPriority(); err != nil {
			t.Error(err)
		}
		if got := priority(t); got != highest-19 {
			t.Errorf("the priority is %d", got)
		}
	}()
	<-done
}
