package pushing_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/pushing"
	"axioma/internal/service/passes"
)

type queue struct {
	mutex   sync.Mutex
	waiting []passes.ClaimedPush
	largest int
	tries   map[string]passes.PushTry
	faults  int
}

func newQueue(pushes int) *queue {
	q := &queue{tries: map[string]passes.PushTry{}}
	for i := range pushes {
		q.waiting = append(q.waiting, pushTo(fmt.Sprint(i)))
	}
	return q
}

func (q *queue) Claim(_ context.Context, _ loyalty.WalletVendor, limit int) ([]passes.ClaimedPush, error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	count := min(limit, len(q.waiting))
	q.largest = max(q.largest, count)
	pushes := q.waiting[:count]
	q.waiting = q.waiting[count:]
	return pushes, nil
}

func (q *queue) Finish(_ context.Context, push passes.ClaimedPush, try passes.PushTry) error {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.faults > 0 {
		q.faults--
		return errors.New("the database is unreachable")
	}
	q.tries[push.Holder.PushToken] = try
	return nil
}

func (q *queue) counts() (waitingCount, sentCount int) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	return len(q.waiting), len(q.tries)
}

type senderFunc func(context.Context, passes.ClaimedPush) passes.PushTry

func (f senderFunc) Send(ctx context.Context, push passes.ClaimedPush) passes.PushTry {
	return f(ctx, push)
}

func runWorker(t *testing.T, q *queue, send senderFunc, during time.Duration) *pushing.Worker {
	t.Helper()
	worker := pushing.NewWorker(q, pushing.Senders{loyalty.AppleWallet: send}, slog.New(slog.DiscardHandler))
	ctx, stop := context.WithTimeout(t.Context(), during)
	defer stop()
	worker.Run(ctx)
	return worker
}

func acceptAll(context.Context, passes.ClaimedPush) passes.PushTry {
	return passes.PushTry{Result: passes.PushAccepted}
}

func TestWorker_AllPushes_AreSent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1000)
		worker := runWorker(t, q, acceptAll, 10*time.Second)
		if _, sentCount := q.counts(); sentCount != 1000 {
			t.Errorf("%d pushes were sent, want 1000", sentCount)
		}
		if tryCount := worker.TryCount(loyalty.AppleWallet, passes.PushAccepted); tryCount != 1000 {
			t.Errorf("%d pushes are counted, want 1000", tryCount)
		}
	})
}

func TestWorker_ManyPushes_AreSentAtALimitedRate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(10_000)
		runWorker(t, q, acceptAll, 10*time.Second)
		if _, sentCount := q.counts(); sentCount < 1_900 || sentCount > 2_100 {
			t.Errorf("%d pushes were sent in ten seconds, want about 2,000", sentCount)
		}
		if q.largest > 16 {
			t.Errorf("the worker took %d pushes at once, more than 16", q.largest)
		}
	})
}

func TestWorker_VendorDown_BacksOff(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(100)
		down := func(context.Context, passes.ClaimedPush) passes.PushTry {
			return passes.PushTry{Result: passes.PushRetryLater, VendorUnavailable: true, After: time.Minute}
		}
		runWorker(t, q, down, 59*time.Second)
		if waiting, _ := q.counts(); waiting != 100-16 {
			t.Errorf("within the same minute %d pushes wait, want 84", waiting)
		}
	})
}

func TestWorker_VendorStaysDown_BacksOffLonger(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const back, downAgain = 2 * time.Hour, 2*time.Hour + 10*time.Minute
		start := time.Now()
		var first, again atomic.Int64
		runWorker(t, newQueue(10_000), func(context.Context, passes.ClaimedPush) passes.PushTry {
			switch at := time.Since(start); {
			case at < back:
				first.Add(1)
			case at < downAgain:
				time.Sleep(10 * time.Second) // otherwise all pushes would be sent by then
				return passes.PushTry{Result: passes.PushAccepted}
			default:
				again.Add(1)
			}
			return passes.PushTry{Result: passes.PushRetryLater, VendorUnavailable: true}
		}, downAgain+time.Minute)
		if times := first.Load() / 16; times < 24 || times > 32 {
			t.Errorf("in two hours the vendor was called %d times, want 24 to 32", times)
		}
		if times := again.Load() / 16; times < 3 || times > 5 {
			t.Errorf("in the first minute of the second outage the vendor was called %d times, want 3 to 5", times)
		}
	})
}

func TestWorker_RefusedPush_DoesNotDelayOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(100)
		runWorker(t, q, func(ctx context.Context, push passes.ClaimedPush) passes.PushTry {
			switch push.Holder.PushToken {
			case "3":
				return passes.PushTry{Result: passes.PushRetryLater, After: time.Hour}
			case "5":
				<-ctx.Done()
				return passes.PushTry{Result: passes.PushRetryLater, Error: ctx.Err().Error()}
			}
			return passes.PushTry{Result: passes.PushAccepted}
		}, time.Minute)
		if _, sentCount := q.counts(); sentCount != 100 {
			t.Errorf("%d pushes were sent, want 100", sentCount)
		}
	})
}

func TestWorker_DatabaseDown_RecordsTheOutcomeLater(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1)
		q.faults = 3
		runWorker(t, q, acceptAll, time.Minute)
		if q.tries["0"].Result != passes.PushAccepted {
			t.Error("the outcome is not recorded")
		}
	})
}
