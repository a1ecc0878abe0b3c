package database

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// mustAcquire takes a place, which is not released.
func mustAcquire(t *testing.T, l *bulkhead, business string) {
	t.Helper()
	if err := l.acquire(t.Context(), business); err != nil {
		t.Fatal(err)
	}
}

// enqueueAsync sends the business to a channel once it is admitted.
func enqueueAsync(l *bulkhead, business string, in chan<- string) {
	mine := l.enqueue(business)
	go func() {
		if mine != nil {
			<-mine.admitted
		}
		in <- business
	}()
}

func TestBulkhead_TenantAtItsLimit_DoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	l := newBulkhead("to read", 3, fixedLimit(2))
	in := make(chan string)
	mustAcquire(t, l, "big")
	mustAcquire(t, l, "big")
	enqueueAsync(l, "big", in)
	mustAcquire(t, l, "small") // admitted before the queued "big"
	l.release("small")
	l.release("big")
	if got := <-in; got != "big" {
		t.Errorf("%s got in", got)
	}
}

func TestBulkhead_SeveralTenants_TakeTurns(t *testing.T) {
	t.Parallel()
	l := newBulkhead("to write", 1, fixedLimit(1))
	in := make(chan string)
	mustAcquire(t, l, "a")
	for _, business := range []string{"a", "a", "a", "b", "c", "b"} {
		enqueueAsync(l, business, in)
	}
	var order []string
	for leaving := "a"; len(order) < 6; {
		l.release(leaving)
		leaving = <-in
		order = append(order, leaving)
	}
	if want := []string{"a", "b", "c", "a", "b", "a"}; !slices.Equal(order, want) {
		t.Errorf("they got in as %v, want %v", order, want)
	}
}

func TestBulkhead_CancelledWait_LeavesNoWaiter(t *testing.T) {
	t.Parallel()
	l := newBulkhead("to read", 1, fixedLimit(1))
	mustAcquire(t, l, "a")
	gone, cancel := context.WithCancel(t.Context())
	waiting := make(chan error)
	go func() { waiting <- l.acquire(gone, "b") }()
	cancel()
	if err := <-waiting; !errors.Is(err, context.Canceled) {
		t.Errorf("waiting ended with %v", err)
	}
	l.release("a")
	mustAcquire(t, l, "c")
	l.release("c")
	if l.free != 1 || len(l.turns)+len(l.queues)+len(l.active) != 0 {
		t.Errorf("left behind are %d free places, %v, %v, %v", l.free, l.turns, l.queues, l.active)
	}
}

func TestBulkhead_Drain_AdmitsNoCaller(t *testing.T) {
	t.Parallel()
	l := newBulkhead("to read", 2, fixedLimit(2))
	mustAcquire(t, l, "a")
	hasty, cancel := context.WithCancel(t.Context())
	cancel()
	if l.drain(hasty) {
		t.Error("it is empty with somebody inside")
	}
	in := make(chan string)
	enqueueAsync(l, "b", in)
	l.release("a")
	if !l.drain(t.Context()) || l.free != 2 {
		t.Error("somebody got into a lane that was shut")
	}
	l.reopen()
	<-in
}
