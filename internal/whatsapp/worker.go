// Package whatsapp sends messages through the WhatsApp Business Cloud API, or to the log, and processes webhook
// notices.
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
	// poll is for other servers' messages, retries and held ones. An empty poll costs a few index steps.
	poll     = time.Second
	maxTries = 8
)

// Queue is the source of messages.
type Queue interface {
	MessagesQueued() <-chan struct{}
	Businesses(ctx context.Context, lane messaging.QueueLane) ([]string, error)
	Claim(ctx context.Context, request messaging.ClaimRequest) (messaging.Claim, error)
	Finish(ctx context.Context, m messaging.ClaimedMessage, try messaging.Try) error
	CleanUp(ctx context.Context) error
}

// Worker sends messages. Any number may share a database.
type Worker struct {
	queue       Queue
	provider    Provider
	log         *slog.Logger
	gracePeriod time.Duration
	senders     senders
	episodes    logs.Episodes                           // by sender
	outcomes    [messaging.TryUnknown + 1]atomic.Uint64 // counts of tries
}

// NewWorker returns a worker that gives running tries gracePeriod after a stop.
func NewWorker(queue Queue, provider Provider, log *slog.Logger, gracePeriod time.Duration) *Worker {
	return &Worker{queue: queue, provider: provider, log: log, gracePeriod: gracePeriod, senders: senders{pauses: map[string]pause{}}}
}

// Run sends until the context ends, then gives running tries the grace period. An interrupted try's outcome is unknown.
func (w *Worker) Run(ctx context.Context) {
	codes, rest := w.newLane(messaging.LaneCodes), w.newLane(messaging.LaneRest)
	var running sync.WaitGroup
	for _, work := range []func(){
		func() { codes.run(ctx) }, func() { rest.run(ctx) }, func() { w.tidy(ctx) },
	} {
		running.Go(func() {
			defer logs.ExitOnPanic(w.log)
			work()
		})
	}
	w.wakeLanes(ctx, codes.wake, rest.wake)
	running.Wait()
}

// TryCount counts this worker's tries.
func (w *Worker) TryCount(result messaging.TryResult) uint64 { return w.outcomes[result].Load() }

func (w *Worker) wakeLanes(ctx context.Context, lanes ...chan struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.queue.MessagesQueued():
		}
		for _, wake := range lanes {
			signal(wake)
		}
	}
}

// signal does not block: one waiting signal suffices.
func signal(wake chan struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}

func (w *Worker) tidy(ctx context.Context) {
	loop := worker.Worker{Log: w.log, Name: "cleaning up messages"}
	loop.Run(ctx, func(ctx context.Context, _ *worker.Tasks) (time.Duration, error) { return poll, w.queue.CleanUp(ctx) })
}

type lane struct {
	sender    *Worker
	part      messaging.QueueLane
	wake      chan struct{}
	idleUntil map[string]time.Time // by business: when it is asked for messages again
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

// step starts tries of each business in turn, so that none waits for another's many messages.
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
		// A failing business must not block others.
		hasMore, fault := l.startTries(ctx, tries, business, slots)
		more, err = more || hasMore, errors.Join(err, fault)
	}
	return more, err
}

func (l *lane) withoutIdle(due []string) []string {
	now := time.Now()
	maps.DeleteFunc(l.idleUntil, func(_ string, until time.Time) bool { return !now.Before(until) })
	return slices.DeleteFunc(due, func(business string) bool { return !l.idleUntil[business].IsZero() })
}

// startTries returns whether more messages are due.
func (l *lane) startTries(ctx context.Context, tries *worker.Tasks, business string, slots int) (bool, error) {
	claim, err := l.sender.queue.Claim(ctx, messaging.ClaimRequest{
		BusinessID: business, Lane: l.part, Max: int64(slots), HoldOfSender: l.sender.senders.holdOf,
	})
	tries.Release(slots - len(claim.Messages))
	for _, message := range claim.Messages {
		tries.Go(func(ctx context.Context) { l.sender.try(ctx, message) })
	}
	if claim.Idle > 0 {
		l.idleUntil[business] = time.Now().Add(claim.Idle)
	}
	return claim.HasMore, err
}

func (w *Worker) try(ctx context.Context, m messaging.ClaimedMessage) {
	ctx, span := traces.Start(ctx, "try to send")
	defer span.End()
	outcome := w.send(ctx, m)
	span.SetAttribute(traces.Message, string(m.Kind))
	span.SetAttribute(traces.Result, outcome.Result.String())
	w.outcomes[outcome.Result].Add(1)
	w.logOutcome(ctx, m, outcome)
	if outcome.Hold != "" && !outcome.MessageOnly {
		w.senders.pause(m.Business.SenderOf(m.Message), outcome.Hold, outcome.RetryAfter)
	}
	w.finish(ctx, m, outcome)
}

// logOutcome logs the start and end of a sender's failure, and each unsent message.
func (w *Worker) logOutcome(ctx context.Context, m messaging.ClaimedMessage, outcome messaging.Try) {
	leaving := w.episodes.For(m.Business.SenderOf(m.Message))
	switch {
	case outcome.Result == messaging.TryAccepted:
		leaving.Record(ctx, w.log, "sending by WhatsApp", nil, "business", m.BusinessID)
	case outcome.Result == messaging.TryRetryLater && !outcome.MessageOnly:
		leaving.Record(ctx, w.log, "sending by WhatsApp", errors.New(outcome.Error), "business", m.BusinessID, "message_id", m.ID, "kind", m.Kind)
	default:
		w.log.WarnContext(ctx, "message not sent", "business", m.BusinessID, "message_id", m.ID, "kind", m.Kind, "error", outcome.Error)
	}
}

// send sends a message, unless this process was suspended so long that the try could outlast the lease.
func (w *Worker) send(ctx context.Context, m messaging.ClaimedMessage) messaging.Try {
	if time.Since(m.ClaimedAt) > queueing.Lease-queueing.TryTimeout {
		return messaging.Try{Result: messaging.TryRetryLater, Error: "el servidor se detuvo"}
	}
	ctx, span := traces.StartChild(ctx, "provider")
	defer span.End()
	deadlineCtx, cancel := context.WithTimeout(ctx, queueing.TryTimeout)
	defer cancel()
	return w.provider.Send(deadlineCtx, m)
}

func (w *Worker) finish(ctx context.Context, m messaging.ClaimedMessage, outcome messaging.Try) {
	worker.Record(ctx, w.log, "recording a message outcome", func(ctx context.Context) error {
		return w.queue.Finish(ctx, m, outcome)
	}, "message_id", m.ID)
}

// senders are the numbers that the provider refuses now.
type senders struct {
	mutex  sync.Mutex
	pauses map[string]pause
}

type pause struct {
	hold  loyalty.MessageHold
	until time.Time
}

func (s *senders) pause(sender string, hold loyalty.MessageHold, during time.Duration) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	// A concurrent try may have caused a longer pause.
	if until := time.Now().Add(during); until.After(s.pauses[sender].until) {
		s.pauses[sender] = pause{hold: hold, until: until}
	}
}

// holdOf returns why and for how long a number may not send; empty: it may.
func (s *senders) holdOf(sender string) (loyalty.MessageHold, time.Duration) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	senderPause := s.pauses[sender]
	if remaining := time.Until(senderPause.until); remaining > 0 {
		return senderPause.hold, remaining
	}
	return "", 0
}
