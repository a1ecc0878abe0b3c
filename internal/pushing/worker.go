// Package pushing tells the vendors of wallets that passes have changed.
//
// It knows how news leaves the house and what a vendor's answers mean; it does not know what
// has changed, nor why. Which push is next, and what follows from an answer, is decided by
// package passes.
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
	// poll is how long a lane rests that has found nothing. Finding nothing costs a step in
	// an index for each urgency.
	poll = time.Second
	// maxTries bounds the tries with a vendor that are under way.
	maxTries = 16
	// perSecond bounds how many begin in a second.
	perSecond = 200
	// vendorBackoff is how long a vendor is left alone at least that takes nothing from anybody,
	// and longestVendorRest for how long, where it does so again and again.
	vendorBackoff    = 5 * time.Second
	maxVendorBackoff = 5 * time.Minute
)

// Queue is where pushes come from: the use cases.
type Queue interface {
	Claim(ctx context.Context, vendor loyalty.WalletVendor, most int) ([]passes.ClaimedPush, error)
	Finish(ctx context.Context, push passes.ClaimedPush, try passes.PushTry) error
}

// Sender tells a vendor. Its methods may be called from any goroutine.
type Sender interface {
	// Send tries to tell that a pass has changed and returns how that went. What it cannot
	// tell is tried again: to be told twice does no harm.
	Send(ctx context.Context, push passes.ClaimedPush) passes.PushTry
}

// Senders are those who tell, by vendor.
type Senders map[loyalty.WalletVendor]Sender

// Worker tells vendors in the background. Any number of workers, on any number of servers,
// may work on one database.
type Worker struct {
	queue    Queue
	senders  Senders
	log      *slog.Logger
	outcomes map[loyalty.WalletVendor]*[passes.PushGone + 1]atomic.Uint64 // how often tries went how
}

// NewWorker returns a worker that tells the vendors who have a sender.
func NewWorker(queue Queue, senders Senders, log *slog.Logger) *Worker {
	w := &Worker{queue: queue, senders: senders, log: log, outcomes: map[loyalty.WalletVendor]*[passes.PushGone + 1]atomic.Uint64{}}
	for vendor := range senders {
		w.outcomes[vendor] = &[passes.PushGone + 1]atomic.Uint64{}
	}
	return w
}

// TryCount returns how often tries of this worker with a vendor have gone how.
func (w *Worker) TryCount(vendor loyalty.WalletVendor, how passes.PushResult) uint64 {
	return w.outcomes[vendor][how].Load()
}

// Vendors are those whom it tells.
func (w *Worker) Vendors() []loyalty.WalletVendor {
	var vendors []loyalty.WalletVendor
	for vendor := range w.senders {
		vendors = append(vendors, vendor)
	}
	return vendors
}

// Run tells until the context ends, which breaks off the tries that are under way: what has
// not been recorded by then is told again.
func (w *Worker) Run(ctx context.Context) {
	var running sync.WaitGroup
	for vendor, sender := range w.senders {
		lane := &lane{worker: w, vendor: vendor, sender: sender, backoff: worker.Backoff{First: vendorBackoff, Longest: maxVendorBackoff}}
		loop := worker.Worker{Log: w.log, Name: "telling of passes", Attributes: []any{"vendor", vendor}, Limit: maxTries}
		running.Go(func() {
			defer logs.Crash(w.log)
			loop.Run(ctx, lane.step)
		})
	}
	running.Wait()
}

// lane tells one vendor: none waits for another.
type lane struct {
	worker *Worker
	vendor loyalty.WalletVendor
	sender Sender

	episode logs.Episode
	backoff worker.Backoff // of the vendor, while it takes nothing from anybody
}

// step begins as many tries as there are free slots, at least one.
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

// try tells of one pass and records how that went.
func (l *lane) try(ctx context.Context, push passes.ClaimedPush) {
	limited, cancel := context.WithTimeout(ctx, queueing.TryTime)
	defer cancel()
	log, outcome := l.worker.log, l.sender.Send(limited, push)
	l.worker.outcomes[l.vendor][outcome.Result].Add(1)
	switch {
	case outcome.Result == passes.PushAccepted:
		l.episode.Note(ctx, log, "telling a vendor of passes", nil, "vendor", l.vendor)
	case outcome.VendorUnavailable:
		l.episode.Note(ctx, log, "telling a vendor of passes", errors.New(outcome.Error), "vendor", l.vendor)
	default:
		log.InfoContext(ctx, "pass not told of", "vendor", l.vendor, "business", push.BusinessID, "result", outcome.Result.String(), "error", outcome.Error)
	}
	if outcome.VendorUnavailable {
		l.backoff.Fail(outcome.After)
	} else {
		l.backoff.Succeed()
	}
	worker.Record(ctx, log, "recording how telling of a pass went", func(ctx context.Context) error {
		return l.worker.queue.Finish(ctx, push, outcome)
	}, "vendor", l.vendor)
}
