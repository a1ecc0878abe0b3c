package database

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// getpriority(2) returns 20 minus the niceness.
const (
	normalPriority = 20
	lowPriority    = 15
)

func priority(t *testing.T) int {
	t.Helper()
	got, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		t.Error(err)
	}
	return got
}

func TestLowPriority_LongRead_LowersItsThreadOnly(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	ordinary := priority(t)
	for range 20 {
		for name, kind := range map[string]ReadKind{"a report": ReadReport, "an export": ReadExport} {
			err := e.Read(t.Context(), kind, "", func(context.Context, Querier, *TxCache) error {
				if got, want := priority(t), min(lowPriority, ordinary); got != want {
					t.Errorf("%s has the priority %d, want %d", name, got, want)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			if got := priority(t); got != ordinary {
				t.Errorf("another goroutine has the priority %d, want %d", got, ordinary)
			}
		})
	}
	group.Wait()
}

func TestLowPriority_PanicOrGoexit_IsAnError(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	err := e.Read(t.Context(), ReadReport, "", func(context.Context, Querier, *TxCache) error { panic("at the disco") })
	if err == nil || !strings.Contains(err.Error(), "at the disco") {
		t.Errorf("a panic returns %v, want its message", err)
	}
	err = e.Read(t.Context(), ReadReport, "", func(context.Context, Querier, *TxCache) error {
		runtime.Goexit()
		return nil
	})
	if err == nil {
		t.Error("Goexit returns no error")
	}
	if err := e.Read(t.Context(), ReadReport, "", func(context.Context, Querier, *TxCache) error { return nil }); err != nil {
		t.Errorf("the next read failed: %v", err)
	}
}

// Only root may raise a priority again.
func TestLowPriority_LowerPriorityAlready_IsKept(t *testing.T) {
	t.Parallel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // the thread ends with the goroutine
		if err := syscall.Setpriority(syscall.PRIO_PROCESS, 0, 19); err != nil {
			t.Error(err)
		}
		if err := lowerPriority(); err != nil {
			t.Error(err)
		}
		if got := priority(t); got != normalPriority-19 {
			t.Errorf("the priority is %d, want the normal one less 19", got)
		}
	}()
	<-done
}
