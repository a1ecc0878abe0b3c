package database

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// enters lets a caller in, who stays.
func enters(t *testing.T, l *bulkhead, business string) {
	t.Helper()
	if err := l.enter(t.Context(), business); err != nil {
		t.Fatal(err)
	}
}

// queues returns a channel that tells when a caller has got in.
func queues(l *bulkhead, business string, in chan<- string) {
	mine := l.queue(business)
	go func() {
		if mine != nil {
			<-mine.admitted
		}
		in <- business
	}()
}

func TestABusinessWaitsBehindItsOwnCallersOthersDoNot(t *testing.T) {
	t.Parallel()
	l := newBulkhead("to read", 3, atMost(2))
	in := make(chan string)
	enters(t, l, "big")
	enters(t, l, "big")
	queues(l, "big", in)
	enters(t, l, "small") // though big came first
	l.leave("small")
	l.leave("big")
	if got := <-in; got != "big" {
		t.Errorf("%s got in", got)
	}
}

func TestBusinessesTakeTurns(t *testing.T) {
	t.Parallel()
	l := newBulkhead("to write", 1, atMost(1))
	in := make(chan string)
	enters(t, l, "a")
	for _, business := range []string{"a", "a", "a", "b", "c", "b"} {
		queues(l, business, in)
	}
	var order []string
	for leaving := "a"; len(order) < 6; {
		l.leave(leaving)
		leaving = <-in
		order = append(order, leaving)
	}
	if want := []string{"a", "b", "c", "a", "b", "a"}; !slices.Equal(order, want) {
		t.Errorf("they got in as %v, want %v", order, want)
	}
}

func TestWhoGivesUpWaitingLeavesNoTrace(t *testing.T) {
	t.Parallel()
	l := newBulkhead("to read", 1, atMost(1))
	enters(t, l, "a")
	gone, cancel := context.WithCancel(t.Context())
	waiting := make(chan error)
	go func() { waiting <- l.enter(gone, "b") }()
	cancel()
	if err := <-waiting; !errors.Is(err, context.Canceled) {
		t.Errorf("waiting ended with %v", err)
	}
	l.leave("a")
	enters(t, l, "c")
	l.leave("c")
	if l.free != 1 || len(l.order)+len(l.waiting)+len(l.inside) != 0 {
		t.Errorf("left behind are %d free places, %v, %v, %v", l.free, l.order, l.waiting, l.inside)
	}
}

func TestAShutLaneLetsOutAndNobodyIn(t *testing.T) {
	t.Parallel()
	l := newBulkhead("to read", 2, atMost(2))
	enters(t, l, "a")
	hasty, cancel := context.WithCancel(t.Context())
	cancel()
	if l.shut(hasty) {
		t.Error("it is empty with somebody inside")
	}
	in := make(chan string)
	queues(l, "b", in)
	l.leave("a")
	if !l.shut(t.Context()) || l.free != 2 {
		t.Error("somebody got into a lane that was shut")
	}
	l.open()
	<-in
}
