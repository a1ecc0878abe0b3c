package database

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func newTestLimiter(places int) *bulkhead {
	return newTenantLimiter("to list", places, newRateLimiter(0.25, 2*time.Second, 3*time.Second))
}

// readFor holds a place for some time and returns how long it waited for it.
func readFor(t *testing.T, l *bulkhead, business string, length time.Duration) (waited time.Duration) {
	t.Helper()
	asked := time.Now()
	_, leave, err := bulkheads{listLimit: l, read: newBulkhead("to read", 1, fixedLimit(1))}.acquire(t.Context(), ReadList, business)
	if err != nil {
		t.Fatal(err)
	}
	waited = time.Since(asked)
	time.Sleep(length)
	leave()
	return waited
}

func TestRateLimiter_ContinuousReads_WaitAfterTheBurst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newTestLimiter(1)
		for i, want := range []time.Duration{0, 0, 0, 2 * time.Second, 3 * time.Second} {
			if got := readFor(t, l, "big", time.Second); got != want {
				t.Errorf("reading %d was waited for %s, want %s", i, got, want)
			}
		}
		if got := readFor(t, l, "small", time.Second); got != 0 {
			t.Errorf("another business waited for %s", got)
		}
		for range 5 {
			if got := readFor(t, l, "", time.Second); got != 0 {
				t.Errorf("what belongs to no business waited for %s", got)
			}
		}
	})
}

func TestRateLimiter_LongRead_WaitsMaxDelay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newTestLimiter(1)
		readFor(t, l, "big", time.Hour)
		if got := readFor(t, l, "big", 0); got != 3*time.Second {
			t.Errorf("waited for %s", got)
		}
		time.Sleep(8 * time.Second)
		if got := l.limiter.delay("big"); got != 0 || len(l.limiter.buckets) != 1 {
			t.Errorf("rests for %s, known are %v", got, l.limiter.buckets)
		}
		l.limiter.mutex.Lock()
		l.limiter.sweep(time.Now().Add(time.Minute))
		l.limiter.mutex.Unlock()
		if len(l.limiter.buckets) != 0 {
			t.Errorf("who owes nothing is still known: %v", l.limiter.buckets)
		}
	})
}

func TestRateLimiter_WaitInQueue_IsNotCharged(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := bulkheads{listLimit: newTestLimiter(1), read: newBulkhead("to read", 1, fixedLimit(1))}
		if err := all.read.acquire(t.Context(), "other"); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Minute, func() { all.read.release("other") })
		_, leave, err := all.acquire(t.Context(), ReadList, "big")
		if err != nil {
			t.Fatal(err)
		}
		leave()
		if got := all.listLimit.limiter.delay("big"); got != 0 {
			t.Errorf("rests for %s", got)
		}
	})
}

// A tenant with a longer delay that queued first does not delay the others.
func TestRateLimiter_SeveralTenants_WaitTheirOwnDelay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newTestLimiter(1)
		readFor(t, l, "long", time.Hour)
		l.limiter.charge("short", 2250*time.Millisecond)
		came := make(chan time.Duration, 2)
		begun := time.Now()
		for _, business := range []string{"long", "short"} {
			go func() {
				readFor(t, l, business, 0)
				came <- time.Since(begun)
			}()
			synctest.Wait()
		}
		if first, second := <-came, <-came; first != time.Second || second != 3*time.Second {
			t.Errorf("they came after %s and %s", first, second)
		}
	})
}

func TestRateLimiter_CancelledWait_LeavesNoWaiter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		all := bulkheads{listLimit: newTestLimiter(1), read: newBulkhead("to read", 1, fixedLimit(1))}
		all.listLimit.limiter.charge("big", time.Hour)
		hasty, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, _, err := all.acquire(hasty, ReadList, "big"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("waiting ended with %v", err)
		}
		if all.listLimit.free != all.listLimit.capacity || len(all.listLimit.turns) != 0 {
			t.Errorf("left behind: %v", all.listLimit.turns)
		}
	})
}
