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
)

const (
	// poll is how long a lane rests that has found nothing. Finding nothing costs a step in
	// an index for each urgency.
	poll = time.Second
	// triesAtOnce bounds the tries with a vendor that are under way.
	triesAtOnce = 16
	// perSecond bounds how many begin in a second.
	perSecond = 200
	// vendorRest is how long a vendor is left alone at least that takes nothing from anybody,
	// and longestVendorRest for how long, where it does so again and again.
	vendorRest        = 5 * time.Second
	longestVendorRest = 5 * time.Minute
	// finishAgain is the pause before how a try went is recorded once more.
	finishAgain = time.Second
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

// Tried returns how often tries of this worker with a vendor have gone how.
func (w *Worker) Tried(vendor loyalty.WalletVendor, how passes.PushResult) uint64 {
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
		lane := &lane{worker: w, vendor: vendor, sender: sender, slots: make(chan struct{}, triesAtOnce)}
		running.Go(func() {
			defer logs.Crash(w.log)
			lane.run(ctx)
		})
	}
	running.Wait()
}

// lane tells one vendor: none waits for another.
type lane struct {
	worker *Worker
	vendor loyalty.WalletVendor
	sender Sender
	slots  chan struct{}
	tries  sync.WaitGroup

	telling logs.Episode

	mutex sync.Mutex
	rests time.Time     // until when the vendor is left alone
	last  time.Duration // for how long it was the last time; 0: it has taken something since
}

func (l *lane) run(ctx context.Context) {
	defer l.tries.Wait()
	var episode logs.Episode
	for ctx.Err() == nil {
		begun, err := l.round(ctx)
		episode.Note(ctx, l.worker.log, "telling of passes", err, "vendor", l.vendor)
		pause := time.Duration(begun) * time.Second / perSecond
		if begun == 0 {
			pause = poll
		}
		l.sleep(ctx, max(pause, l.resting()))
	}
}

// round begins as many tries as there are free slots, at least one, and returns how many.
func (l *lane) round(ctx context.Context) (begun int, err error) {
	free := l.takeSlots(ctx)
	if free == 0 || l.resting() > 0 {
		l.returnSlots(free)
		return 0, nil
	}
	pushes, err := l.worker.queue.Claim(ctx, l.vendor, free)
	l.returnSlots(free - len(pushes))
	for _, push := range pushes {
		l.tries.Go(func() {
			defer logs.Crash(l.worker.log)
			defer l.returnSlots(1)
			l.try(ctx, push)
		})
	}
	return len(pushes), err
}

// takeSlots takes all free slots, and waits for one where there is none; the end of the
// context gives none.
func (l *lane) takeSlots(ctx context.Context) int {
	select {
	case l.slots <- struct{}{}:
	case <-ctx.Done():
		return 0
	}
	for taken := 1; ; taken++ {
		select {
		case l.slots <- struct{}{}:
		default:
			return taken
		}
	}
}

func (l *lane) returnSlots(count int) {
	for range count {
		<-l.slots
	}
}

// try tells of one pass and records how that went.
func (l *lane) try(ctx context.Context, push passes.ClaimedPush) {
	limited, cancel := context.WithTimeout(ctx, queueing.TryTime)
	defer cancel()
	outcome := l.sender.Send(limited, push)
	l.worker.outcomes[l.vendor][outcome.Result].Add(1)
	switch {
	case outcome.Result == passes.PushAccepted:
		l.telling.Note(ctx, l.worker.log, "telling a vendor of passes", nil, "vendor", l.vendor)
	case outcome.Everybody:
		l.telling.Note(ctx, l.worker.log, "telling a vendor of passes", errors.New(outcome.Error), "vendor", l.vendor)
	default:
		l.worker.log.InfoContext(ctx, "pass not told of", "vendor", l.vendor, "business", push.BusinessID, "result", outcome.Result.String(), "error", outcome.Error)
	}
	l.leave(outcome)
	l.finish(ctx, push, outcome)
}

// finish records how a try went, for as long as the push is this worker's.
func (l *lane) finish(ctx context.Context, push passes.ClaimedPush, outcome passes.PushTry) {
	var recording logs.Episode
	for deadline := time.Now().Add(queueing.Lease); time.Now().Before(deadline); l.sleep(ctx, finishAgain) {
		err := l.worker.queue.Finish(context.WithoutCancel(ctx), push, outcome)
		recording.Note(ctx, l.worker.log, "recording how telling of a pass went", err, "vendor", l.vendor)
		if err == nil {
			return
		}
		if ctx.Err() != nil {
			return
		}
	}
}

// leave leaves the vendor alone that has taken nothing from anybody, each time for twice as
// long as before.
func (l *lane) leave(outcome passes.PushTry) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if !outcome.Everybody {
		l.last = 0
		return
	}
	if now := time.Now(); !now.Before(l.rests) { // what was tried at the same time counts once
		l.last = max(vendorRest, min(2*l.last, longestVendorRest))
	}
	// What was tried at the same time may have been told to come back sooner.
	if until := time.Now().Add(max(outcome.After, l.last)); until.After(l.rests) {
		l.rests = until
	}
}

// resting is for how long the vendor is left alone; 0 or less: it is not.
func (l *lane) resting() time.Duration {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return time.Until(l.rests)
}

func (l *lane) sleep(ctx context.Context, during time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(during):
	}
}
