// Package pushing notifies wallet vendors of changed passes.
package pushing

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"axioma/internal/logs"
	"axioma/internal/loyalty"
	"axioma/internal/queueing"
	"axioma/internal/service/passes"
	"axioma/internal/worker"
)

const (
	// poll is short: an empty poll costs only an index step per urgency.
	poll      = time.Second
	maxTries  = 16
	perSecond = 200
	// vendorBackoff is the first pause for a vendor that accepts no push, maxVendorBackoff the longest.
	vendorBackoff    = 5 * time.Second
	maxVendorBackoff = 5 * time.Minute
)

// Queue is the source of pushes.
type Queue interface {
	Claim(ctx context.Context, vendor loyalty.WalletVendor, limit int) ([]passes.ClaimedPush, error)
	Finish(ctx context.Context, push passes.ClaimedPush, try passes.PushTry) error
}

// Sender sends pushes to a vendor. It is safe for concurrent use.
type Sender interface {
	// Send may be repeated after an unknown outcome: a push is idempotent.
	Send(ctx context.Context, push passes.ClaimedPush) passes.PushTry
}

// Senders are the senders by vendor.
type Senders map[loyalty.WalletVendor]Sender

// Worker sends pushes in the background. Any number may share one database.
type Worker struct {
	queue    Queue
	senders  Senders
	log      *slog.Logger
	outcomes map[loyalty.WalletVendor]*[passes.PushGone + 1]atomic.Uint64
}

// NewWorker serves the vendors with a sender.
func NewWorker(queue Queue, senders Senders, log *slog.Logger) *Worker {
	w := &Worker{queue: queue, senders: senders, log: log, outcomes: map[loyalty.WalletVendor]*[passes.PushGone + 1]atomic.Uint64{}}
	for vendor := range senders {
		w.outcomes[vendor] = &[passes.PushGone + 1]atomic.Uint64{}
	}
	return w
}

// TryCount counts tries with a vendor and an outcome.
func (w *Worker) TryCount(vendor loyalty.WalletVendor, result passes.PushResult) uint64 {
	return w.outcomes[vendor][result].Load()
}

// Vendors returns the vendors with a sender.
func (w *Worker) Vendors() []loyalty.WalletVendor {
	var vendors []loyalty.WalletVendor
	for vendor := range w.senders {
		vendors = append(vendors, vendor)
	}
	return vendors
}

// Run sends until the context ends, which cancels running tries. Pushes without a recorded outcome are sent again.
func (w *Worker) Run(ctx context.Context) {
	var running sync.WaitGroup
	for vendor, sender := range w.senders {
		lane := &lane{worker: w, vendor: vendor, sender: sender, backoff: worker.Backoff{First: vendorBackoff, Longest: maxVendorBackoff}}
		loop := worker.Worker{Log: w.log, Name: "sending pushes", Attributes: []any{"vendor", vendor}, Limit: maxTries}
		running.Go(func() {
			defer logs.ExitOnPanic(w.log)
			loop.Run(ctx, lane.step)
		})
	}
	running.Wait()
}

// lane sends the pushes of one vendor, so that vendors do not wait for each other.
type lane struct {
	worker *Worker
	vendor loyalty.WalletVendor
	sender Sender

	episode logs.Episode
	backoff worker.Backoff
}

func (l *lane) step(ctx context.Context, tries *worker.Tasks) (pause time.Duration, err error) {
	free := tries.Acquire(ctx, maxTries)
	if free == 0 || l.backoff.Remaining() > 0 {
		tries.Release(free)
		return max(poll, l.backoff.Remaining()), nil
	}
	pushes, err := l.worker.queue.Claim(ctx, l.vendor, free)
	tries.Release(free - len(pushes))
	for _, push := range pushes {
		tries.Go(func(ctx context.Context) { l.try(ctx, push) })
	}
	pause = time.Duration(len(pushes)) * time.Second / perSecond
	if len(pushes) == 0 {
		pause = poll
	}
	return max(pause, l.backoff.Remaining()), err
}

func (l *lane) try(ctx context.Context, push passes.ClaimedPush) {
	deadlineCtx, cancel := context.WithTimeout(ctx, queueing.TryTimeout)
	defer cancel()
	log, outcome := l.worker.log, l.sender.Send(deadlineCtx, push)
	l.worker.outcomes[l.vendor][outcome.Result].Add(1)
	switch {
	case outcome.Result == passes.PushAccepted:
		l.episode.Record(ctx, log, "sending pushes", nil, "vendor", l.vendor)
	case outcome.VendorUnavailable:
		l.episode.Record(ctx, log, "sending pushes", errors.New(outcome.Error), "vendor", l.vendor)
	default:
		log.InfoContext(ctx, "push not sent", "vendor", l.vendor, "business", push.BusinessID, "result", outcome.Result.String(), "error", outcome.Error)
	}
	if outcome.VendorUnavailable {
		l.backoff.Fail(outcome.After)
	} else {
		l.backoff.Succeed()
	}
	worker.Record(ctx, log, "recording a push outcome", func(ctx context.Context) error {
		return l.worker.queue.Finish(ctx, push, outcome)
	}, "vendor", l.vendor)
}
