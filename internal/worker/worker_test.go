package worker_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"axioma/internal/queueing"
	"axioma/internal/worker"
)

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

func TestWorker_Rounds_FollowTheirPauses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), 10*time.Second+time.Millisecond)
		defer stop()
		began, rounds := time.Now(), 0
		(&worker.Worker{Log: quiet(), Limit: 1}).Run(ctx, func(context.Context, *worker.Tasks) (time.Duration, error) {
			rounds++
			return time.Second, errors.New("the database is unreachable")
		})
		if rounds != 11 || time.Since(began) > 11*time.Second {
			t.Errorf("%d rounds in %s, want 11", rounds, time.Since(began))
		}
	})
}

func TestWorker_Wake_EndsThePause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		wake := make(chan struct{})
		rounds := make(chan time.Time)
		var group sync.WaitGroup
		group.Go(func() {
			(&worker.Worker{Log: quiet(), Limit: 1, Wake: wake}).Run(ctx, func(context.Context, *worker.Tasks) (time.Duration, error) {
				rounds <- time.Now()
				return time.Hour, nil
			})
		})
		first := <-rounds
		time.Sleep(time.Minute)
		wake <- struct{}{}
		if second := <-rounds; second.Sub(first) != time.Minute {
			t.Errorf("the next round follows after %s, want one minute", second.Sub(first))
		}
		stop()
		group.Wait()
	})
}

func TestWorker_FailingRounds_LogTheirBeginningAndEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var logBuffer bytes.Buffer
		log := slog.New(slog.NewTextHandler(&logBuffer, nil))
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		rounds := 0
		(&worker.Worker{Log: log, Name: "sending", Attributes: []any{"vendor", "apple"}, Limit: 1}).Run(ctx, func(context.Context, *worker.Tasks) (time.Duration, error) {
			if rounds++; rounds < 10 {
				return time.Second, errors.New("no answer")
			}
			return time.Second, nil
		})
		if lines := strings.Split(strings.TrimSpace(logBuffer.String()), "\n"); len(lines) != 2 || !strings.Contains(lines[0], "no answer") || !strings.Contains(lines[1], "vendor=apple") {
			t.Errorf("the log has %q, want two lines: the first error, and an end that names the vendor", lines)
		}
	})
}

type runningTasks struct {
	mutex               sync.Mutex // guards most
	now, most, endCount atomic.Int64
}

func (r *runningTasks) task(ctx context.Context, during time.Duration) {
	r.mutex.Lock()
	r.most.Store(max(r.most.Load(), r.now.Add(1)))
	r.mutex.Unlock()
	select {
	case <-ctx.Done():
	case <-time.After(during):
		r.endCount.Add(1)
	}
	r.now.Add(-1)
}

func TestTasks_Limit_BoundsRunningTasks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		var tasks runningTasks
		(&worker.Worker{Log: quiet(), Limit: 4, GracePeriod: time.Second}).Run(ctx, func(ctx context.Context, slots *worker.Tasks) (time.Duration, error) {
			slotCount := slots.Acquire(ctx, 3)
			if slotCount > 3 {
				t.Errorf("%d slots were acquired, want at most 3", slotCount)
			}
			if slotCount > 1 {
				slots.Release(1)
				slotCount--
			}
			for range slotCount {
				slots.Go(func(ctx context.Context) { tasks.task(ctx, 100*time.Millisecond) })
			}
			return 0, nil
		})
		if tasks.most.Load() != 4 || tasks.endCount.Load() < 4*500 || tasks.now.Load() != 0 {
			t.Errorf("%d tasks ran at once, %d ended, %d still run", tasks.most.Load(), tasks.endCount.Load(), tasks.now.Load())
		}
	})
}

// stopWorker runs a worker for a second with tasks of five seconds and an hour. It returns how many tasks ended by
// themselves and the shutdown's time.
func stopWorker(t *testing.T, grace time.Duration) (endCount int64, took time.Duration) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Second)
	defer stop()
	var tasks runningTasks
	waiting := []time.Duration{5 * time.Second, time.Hour}
	(&worker.Worker{Log: quiet(), Limit: 2, GracePeriod: grace}).Run(ctx, func(ctx context.Context, slots *worker.Tasks) (time.Duration, error) {
		for _, during := range waiting {
			slots.Acquire(ctx, 1)
			slots.Go(func(ctx context.Context) { tasks.task(ctx, during) })
		}
		waiting = nil
		return time.Hour, nil
	})
	deadline, _ := ctx.Deadline()
	return tasks.endCount.Load(), time.Since(deadline)
}

func TestWorker_Stop_DrainsTasks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		if endCount, took := stopWorker(t, 10*time.Second); endCount != 1 || took != 10*time.Second {
			t.Errorf("with a grace period %d tasks ended, in %s; want 1 and %s", endCount, took, 10*time.Second)
		}
		if endCount, took := stopWorker(t, 0); endCount != 0 || took != 0 {
			t.Errorf("without a grace period %d tasks ended, in %s", endCount, took)
		}
	})
}

func TestRecord_FailingStore_TriesUntilTheLeaseEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for name, row := range map[string]struct{ faults, calls int }{
			"succeeds after three failures": {3, 4},
			"always fails":                  {1_000_000, int(queueing.Lease / time.Second)},
		} {
			calls := 0
			worker.Record(t.Context(), quiet(), "recording", func(context.Context) error {
				if calls++; calls <= row.faults {
					return errors.New("the database is unreachable")
				}
				return nil
			})
			if calls != row.calls {
				t.Errorf("%s: recorded %d times, want %d", name, calls, row.calls)
			}
		}
	})
}

func TestRecord_EndedContext_RecordsOnce(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	calls := 0
	worker.Record(ctx, quiet(), "recording", func(ctx context.Context) error {
		calls++
		return errors.Join(ctx.Err(), errors.New("the database is unreachable"))
	})
	if calls != 1 {
		t.Errorf("the outcome was recorded %d times, want 1", calls)
	}
}

func TestBackoff_Failures_DoubleThePause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		backoff := worker.Backoff{First: 5 * time.Second, Longest: 15 * time.Second}
		if backoff.Remaining() > 0 {
			t.Error("the backoff begins with a pause")
		}
		for _, want := range []time.Duration{5, 10, 15, 15} {
			backoff.Fail(0)
			backoff.Fail(0) // concurrent with the first
			if got := backoff.Remaining(); got != want*time.Second {
				t.Errorf("the pause is %s, want %s", got, want*time.Second)
			}
			time.Sleep(backoff.Remaining())
		}
		backoff.Succeed()
		backoff.Fail(time.Minute)
		backoff.Fail(0)
		if got := backoff.Remaining(); got != time.Minute {
			t.Errorf("the pause is %s, want what the destination asked for", got)
		}
		time.Sleep(time.Minute)
		backoff.Fail(0)
		if got := backoff.Remaining(); got != 10*time.Second {
			t.Errorf("after a success and two failures the pause is %s, want 10s", got)
		}
	})
}
