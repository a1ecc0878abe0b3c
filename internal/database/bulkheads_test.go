package database

import (
	"context"
	"errors"
	"slices"
	"testing"
)

func mustAcquire(t *testing.T, b *bulkhead, business string) {
	t.Helper()
	if err := b.acquire(t.Context(), business); err != nil {
		t.Fatal(err)
	}
}

func enqueueAsync(b *bulkhead, business string, in chan<- string) {
	w := b.enqueue(business)
	go func() {
		if w != nil {
			<-w.admitted
		}
		in <- business
	}()
}

func TestBulkhead_TenantAtItsLimit_DoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	b := newBulkhead("to read", 3, fixedLimit(2))
	in := make(chan string)
	mustAcquire(t, b, "big")
	mustAcquire(t, b, "big")
	enqueueAsync(b, "big", in)
	mustAcquire(t, b, "small") // admitted before the queued "big"
	b.release("small")
	b.release("big")
	if got := <-in; got != "big" {
		t.Errorf("%s was admitted first, want big", got)
	}
}

func TestBulkhead_SeveralTenants_TakeTurns(t *testing.T) {
	t.Parallel()
	b := newBulkhead("to write", 1, fixedLimit(1))
	in := make(chan string)
	mustAcquire(t, b, "a")
	for _, business := range []string{"a", "a", "a", "b", "c", "b"} {
		enqueueAsync(b, business, in)
	}
	var order []string
	for leaving := "a"; len(order) < 6; {
		b.release(leaving)
		leaving = <-in
		order = append(order, leaving)
	}
	if want := []string{"a", "b", "c", "a", "b", "a"}; !slices.Equal(order, want) {
		t.Errorf("the callers were admitted in the order %v, want %v", order, want)
	}
}

func TestBulkhead_CancelledWait_LeavesNoWaiter(t *testing.T) {
	t.Parallel()
	b := newBulkhead("to read", 1, fixedLimit(1))
	mustAcquire(t, b, "a")
	ctx, cancel := context.WithCancel(t.Context())
	waiting := make(chan error)
	go func() { waiting <- b.acquire(ctx, "b") }()
	cancel()
	if err := <-waiting; !errors.Is(err, context.Canceled) {
		t.Errorf("waiting ended with %v, want context.Canceled", err)
	}
	b.release("a")
	mustAcquire(t, b, "c")
	b.release("c")
	if b.free != 1 || len(b.turns)+len(b.queues)+len(b.active) != 0 {
		t.Errorf("not all slots were released: %d free slots, turns %v, queues %v, active %v", b.free, b.turns, b.queues, b.active)
	}
}

func TestBulkhead_Drain_AdmitsNoCaller(t *testing.T) {
	t.Parallel()
	b := newBulkhead("to read", 2, fixedLimit(2))
	mustAcquire(t, b, "a")
	hasty, cancel := context.WithCancel(t.Context())
	cancel()
	if b.drain(hasty) {
		t.Error("drain succeeded with a caller inside")
	}
	in := make(chan string)
	enqueueAsync(b, "b", in)
	b.release("a")
	if !b.drain(t.Context()) || b.free != 2 {
		t.Error("a caller was admitted while draining")
	}
	b.reopen()
	<-in
}
