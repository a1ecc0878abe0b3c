// Package whatsapp sends the messages that use cases have queued: through the
// WhatsApp Business Cloud API, or to nobody, with a line in the server's log.
//
// It knows how messages leave the house and what the provider's answers mean;
// it does not know why they were written. Which message is next, what the
// limits are and what follows from an answer is decided by package messaging.
package whatsapp

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"axioma/internal/logs"
	"axioma/internal/loyalty"
	"axioma/internal/queueing"
	"axioma/internal/service/messaging"
	"axioma/internal/traces"
	"axioma/internal/worker"
)

const (
	// poll is how long a worker rests that nobody wakes: what other servers
	// queued, what is to be tried again and what limits had held back is found
	// after so long. Finding nothing costs a few steps in indexes.
	poll = time.Second
	// maxTries bounds the tries of a lane that are under way.
	maxTries = 8
)

// Queue is where messages come from: the use cases.
type Queue interface {
	Filled() <-chan struct{}
	Businesses(ctx context.Context, lane messaging.QueueLane) ([]string, error)
	Claim(ctx context.Context, request messaging.ClaimRequest) (messaging.Claim, error)
	Finish(ctx context.Context, m messaging.ClaimedMessage, try messaging.Try) error
	Tidy(ctx context.Context) error
}

// Worker sends queued messages in the background. Any number of workers, on any
// number of servers, may work on one database.
type Worker struct {
	queue       Queue
	provider    Provider
	log         *slog.Logger
	gracePeriod time.Duration
	senders     senders
	episodes    logs.Episodes                           // by sender
	outcomes    [messaging.TryUnknown + 1]atomic.Uint64 // how often tries went how
}

// NewWorker returns a worker. When it is stopped, tries that are under way may
// take as long as its patience lasts.
func NewWorker(queue Queue, provider Provider, log *slog.Logger, patience time.Duration) *Worker {
	return &Worker{queue: queue, provider: provider, log: log, gracePeriod: patience, senders: senders{paused: map[string]pause{}}}
}

// Run sends until the context ends. Then it takes no more messages, and returns
// when the tries that are under way have ended or its patience has: what a try
// that is broken off may have sent is recorded as unknown.
func (w *Worker) Run(ctx context.Context) {
	codes, rest := w.newLane(messaging.LaneCodes), w.newLane(messaging.LaneRest)
	var running sync.WaitGroup
	for _, work := range []func(){
		func() { codes.run(ctx) }, func() { rest.run(ctx) }, func() { w.tidy(ctx) },
	} {
		running.Go(func() {
			defer logs.Crash(w.log)
			work()
		})
	}
	w.wakeLanes(ctx, codes.wake, rest.wake)
	running.Wait()
}

// TryCount returns how often tries of this worker have gone how.
func (w *Worker) TryCount(how messaging.TryResult) uint64 { return w.outcomes[how].Load() }

// wakeLanes wakes the lanes when messages have been queued.
func (w *Worker) wakeLanes(ctx context.Context, lanes ...chan struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.queue.Filled():
		}
		for _, wake := range lanes {
			signal(wake)
		}
	}
}

// signal puts something into a channel that may hold something already.
func signal(wake chan struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}

// tidy looks after messages that no worker will take or finish.
func (w *Worker) tidy(ctx context.Context) {
	loop := worker.Worker{Log: w.log, Name: "tidying messages up"}
	loop.Run(ctx, func(ctx context.Context, _ *worker.Tasks) (time.Duration, error) { return poll, w.queue.Tidy(ctx) })
}

// lane sends a part of the queue, with tries of its own.
type lane struct {
	sender    *Worker
	part      messaging.QueueLane
	wake      chan struct{}
	idleUntil map[string]time.Time // businesses that have nothing to give out until then
}

func (w *Worker) newLane(part messaging.QueueLane) *lane {
	return &lane{sender: w, part: part, wake: make(chan struct{}, 1), idleUntil: map[string]time.Time{}}
}

func (l *lane) run(ctx context.Context) {
	loop := worker.Worker{Log: l.sender.log, Name: "sending messages", Limit: maxTries, GracePeriod: l.sender.gracePeriod, Wake: l.wake}
	loop.Run(ctx, func(ctx context.Context, tries *worker.Tasks) (time.Duration, error) {
		more, err := l.step(ctx, tries)
		if more {
			return 0, err
		}
		return poll, err
	})
}

// step takes messages of every business in turn, so that no business waits
// for the many messages of another, and reports whether some may have more.
func (l *lane) step(ctx context.Context, tries *worker.Tasks) (more bool, err error) {
	due, err := l.sender.queue.Businesses(ctx, l.part)
	if err != nil {
		return false, err
	}
	due = l.withoutIdle(due)
	for _, business := range due {
		slots := tries.Acquire(ctx, maxTries/len(due))
		if slots == 0 {
			return false, nil
		}
		// One business that fails does not keep the others waiting.
		hasMore, fault := l.startTries(ctx, tries, business, slots)
		more, err = more || hasMore, errors.Join(err, fault)
	}
	return more, err
}

// withoutIdle returns those of some businesses that do not rest.
func (l *lane) withoutIdle(due []string) []string {
	now := time.Now()
	maps.DeleteFunc(l.idleUntil, func(_ string, until time.Time) bool { return !now.Before(until) })
	return slices.DeleteFunc(due, func(business string) bool { return !l.idleUntil[business].IsZero() })
}

// startTries begins to send messages of a business, as many as there are slots,
// and reports whether it may have more.
func (l *lane) startTries(ctx context.Context, tries *worker.Tasks, business string, slots int) (bool, error) {
	claim, err := l.sender.queue.Claim(ctx, messaging.ClaimRequest{
		BusinessID: business, Lane: l.part, Most: int64(slots), Held: l.sender.senders.held,
	})
	tries.Release(slots - len(claim.Messages))
	for _, message := range claim.Messages {
		tries.Go(func(ctx context.Context) { l.sender.try(ctx, message) })
	}
	if claim.Rest > 0 {
		l.idleUntil[business] = time.Now().Add(claim.Rest)
	}
	return claim.More, err
}

// try sends a message and records how that went.
func (w *Worker) try(ctx context.Context, m messaging.ClaimedMessage) {
	ctx, span := traces.Begin(ctx, "try to send")
	defer span.End()
	outcome := w.send(ctx, m)
	span.Note(traces.Message, string(m.Kind))
	span.Note(traces.Result, outcome.Result.String())
	w.outcomes[outcome.Result].Add(1)
	w.logOutcome(ctx, m, outcome)
	if outcome.Hold != "" && !outcome.Alone {
		w.senders.pause(m.Business.SenderOf(m.Message), outcome.Hold, outcome.After)
	}
	w.finish(ctx, m, outcome)
}

// logOutcome writes into the log why a message was not sent. What keeps all messages of a sender
// has a line when it begins and one when it ends.
func (w *Worker) logOutcome(ctx context.Context, m messaging.ClaimedMessage, outcome messaging.Try) {
	leaving := w.episodes.Of(m.Business.SenderOf(m.Message))
	switch {
	case outcome.Result == messaging.TryAccepted:
		leaving.Note(ctx, w.log, "sending by WhatsApp", nil, "business", m.BusinessID)
	case outcome.Result == messaging.TryLater && !outcome.Alone:
		leaving.Note(ctx, w.log, "sending by WhatsApp", errors.New(outcome.Error), "business", m.BusinessID, "message_id", m.ID, "kind", m.Kind)
	default:
		w.log.WarnContext(ctx, "message not sent", "business", m.BusinessID, "message_id", m.ID, "kind", m.Kind, "error", outcome.Error)
	}
}

// send tries a message, unless this program has slept since it took it: then
// the try might end after the lease.
func (w *Worker) send(ctx context.Context, m messaging.ClaimedMessage) messaging.Try {
	if time.Since(m.ClaimedAt) > queueing.Lease-queueing.TryTime {
		return messaging.Try{Result: messaging.TryLater, Error: "el servidor se detuvo"}
	}
	ctx, span := traces.Within(ctx, "provider")
	defer span.End()
	limited, cancel := context.WithTimeout(ctx, queueing.TryTime)
	defer cancel()
	return w.provider.Send(limited, m)
}

// finish records how a try went, for as long as the message is this worker's.
// What it cannot record becomes unknown when the lease runs out.
func (w *Worker) finish(ctx context.Context, m messaging.ClaimedMessage, outcome messaging.Try) {
	worker.Record(ctx, w.log, "recording how a message went", func(ctx context.Context) error {
		return w.queue.Finish(ctx, m, outcome)
	}, "message_id", m.ID)
}

// senders remembers the numbers that the provider refuses for the time being.
type senders struct {
	mutex  sync.Mutex
	paused map[string]pause
}

type pause struct {
	hold  loyalty.MessageHold
	until time.Time
}

func (s *senders) pause(sender string, hold loyalty.MessageHold, during time.Duration) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	// What was tried at the same time may have met a limit that passes sooner.
	if until := time.Now().Add(during); until.After(s.paused[sender].until) {
		s.paused[sender] = pause{hold: hold, until: until}
	}
}

// held says why nothing is to be sent from a number, and for how long; empty:
// it may send.
func (s *senders) held(sender string) (loyalty.MessageHold, time.Duration) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	paused := s.paused[sender]
	if left := time.Until(paused.until); left > 0 {
		return paused.hold, left
	}
	return "", 0
}
