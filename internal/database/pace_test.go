package database

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func newTestGate(places int) *bulkhead {
	return gate("to list", places, newPace(0.25, 2*time.Second, 3*time.Second))
}

// reads keeps a place for some time and returns how long it was waited for.
func reads(t *testing.T, l *bulkhead, business string, length time.Duration) (waited time.Duration) {
	t.Helper()
	asked := time.Now()
	_, leave, err := bulkheads{list: l, read: newBulkhead("to read", 1, atMost(1))}.enter(t.Context(), ReadList, business)
	if err != nil {
		t.Fatal(err)
	}
	waited = time.Since(asked)
	time.Sleep(length)
	leave()
	return waited
}

func TestWhoReadsWithoutPauseRestsOnceTheAdvanceIsSpent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newTestGate(1)
		for i, want := range []time.Duration{0, 0, 0, 2 * time.Second, 3 * time.Second} {
			if got := reads(t, l, "big", time.Second); got != want {
				t.Errorf("reading %d was waited for %s, want %s", i, got, want)
			}
		}
		if got := reads(t, l, "small", time.Second); got != 0 {
			t.Errorf("another business waited for %s", got)
		}
		for range 5 {
			if got := reads(t, l, "", time.Second); got != 0 {
				t.Errorf("what belongs to no business waited for %s", got)
			}
		}
	})
}

func TestNobodyRestsForLongHoweverSlowItWas(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newTestGate(1)
		reads(t, l, "big", time.Hour)
		if got := reads(t, l, "big", 0); got != 3*time.Second {
			t.Errorf("waited for %s", got)
		}
		time.Sleep(8 * time.Second)
		if got := l.pace.rest("big"); got != 0 || len(l.pace.spent) != 1 {
			t.Errorf("rests for %s, known are %v", got, l.pace.spent)
		}
		l.pace.mutex.Lock()
		l.pace.forget(time.Now().Add(time.Minute))
		l.pace.mutex.Unlock()
		if len(l.pace.spent) != 0 {
			t.Errorf("who owes nothing is still known: %v", l.pace.spent)
		}
	})
}

func TestWaitingForOthersIsNotCounted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := bulkheads{list: newTestGate(1), read: newBulkhead("to read", 1, atMost(1))}
		if err := all.read.enter(t.Context(), "other"); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Minute, func() { all.read.leave("other") })
		_, leave, err := all.enter(t.Context(), ReadList, "big")
		if err != nil {
			t.Fatal(err)
		}
		leave()
		if got := all.list.pace.rest("big"); got != 0 {
			t.Errorf("rests for %s", got)
		}
	})
}

// Of several who rest, each is let in when her own rest has ended, also when one who
// rests longer came first.
func TestEachComesBackFromHerOwnRest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newTestGate(1)
		reads(t, l, "long", time.Hour)
		l.pace.took("short", 2250*time.Millisecond)
		came := make(chan time.Duration, 2)
		begun := time.Now()
		for _, business := range []string{"long", "short"} {
			go func() {
				reads(t, l, business, 0)
				came <- time.Since(begun)
			}()
			synctest.Wait()
		}
		if first, second := <-came, <-came; first != time.Second || second != 3*time.Second {
			t.Errorf("they came after %s and %s", first, second)
		}
	})
}

func TestWhoGivesUpRestingLeavesNoTrace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := bulkheads{list: newTestGate(1), read: newBulkhead("to read", 1, atMost(1))}
		all.list.pace.took("big", time.Hour)
		hasty, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, _, err := all.enter(hasty, ReadList, "big"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("waiting ended with %v", err)
		}
		if all.list.free != all.list.places || len(all.list.order) != 0 {
			t.Errorf("left behind: %v", all.list.order)
		}
	})
}
