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

func readFor(t *testing.T, b *bulkhead, business string, duration time.Duration) (waitTime time.Duration) {
	t.Helper()
	start := time.Now()
	_, leave, err := bulkheads{listLimit: b, read: newBulkhead("to read", 1, fixedLimit(1))}.acquire(t.Context(), ReadList, business)
	if err != nil {
		t.Fatal(err)
	}
	waitTime = time.Since(start)
	time.Sleep(duration)
	leave()
	return waitTime
}

func TestRateLimiter_ContinuousReads_WaitAfterTheBurst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newTestLimiter(1)
		for i, want := range []time.Duration{0, 0, 0, 2 * time.Second, 3 * time.Second} {
			if got := readFor(t, b, "big", time.Second); got != want {
				t.Errorf("read %d waited for %s, want %s", i, got, want)
			}
		}
		if got := readFor(t, b, "small", time.Second); got != 0 {
			t.Errorf("another business waited for %s, want 0", got)
		}
		for range 5 {
			if got := readFor(t, b, "", time.Second); got != 0 {
				t.Errorf("work without a tenant waited for %s, want 0", got)
			}
		}
	})
}

func TestRateLimiter_LongRead_WaitsMaxDelay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newTestLimiter(1)
		readFor(t, b, "big", time.Hour)
		if got := readFor(t, b, "big", 0); got != 3*time.Second {
			t.Errorf("the read waited for %s, want 3s", got)
		}
		time.Sleep(8 * time.Second)
		if got := b.limiter.delay("big"); got != 0 || len(b.limiter.buckets) != 1 {
			t.Errorf("the delay is %s and the buckets are %v, want no delay and one bucket", got, b.limiter.buckets)
		}
		b.limiter.mutex.Lock()
		b.limiter.sweep(time.Now().Add(time.Minute))
		b.limiter.mutex.Unlock()
		if len(b.limiter.buckets) != 0 {
			t.Errorf("full buckets are kept: %v, want none", b.limiter.buckets)
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
			t.Errorf("the delay is %s, want none", got)
		}
	})
}

// A tenant with a longer delay does not delay others that queued after it.
func TestRateLimiter_SeveralTenants_WaitTheirOwnDelay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newTestLimiter(1)
		readFor(t, b, "long", time.Hour)
		b.limiter.charge("short", 2250*time.Millisecond)
		delays := make(chan time.Duration, 2)
		start := time.Now()
		for _, business := range []string{"long", "short"} {
			go func() {
				readFor(t, b, business, 0)
				delays <- time.Since(start)
			}()
			synctest.Wait()
		}
		if first, second := <-delays, <-delays; first != time.Second || second != 3*time.Second {
			t.Errorf("the reads were admitted after %s and %s, want 1s and 3s", first, second)
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
			t.Errorf("waiting ended with %v, want context.DeadlineExceeded", err)
		}
		if all.listLimit.free != all.listLimit.capacity || len(all.listLimit.turns) != 0 {
			t.Errorf("slots are still taken, or waiters are left: %v", all.listLimit.turns)
		}
	})
}
