// Package mailing sends the e-mails that use cases have queued, through a server of mails
// by SMTP.
//
// It knows how mails leave the house and what the answers of a server mean; it does not know
// why they were written. Which mail is next, and what follows from an answer, is decided by
// package service.
package mailing

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"axioma/internal/logs"
	"axioma/internal/loyalty"
	"axioma/internal/qr"
	"axioma/internal/queueing"
	"axioma/internal/service"
	"axioma/internal/traces"
	"axioma/internal/worker"
)

const (
	// poll is how long a worker rests that has found nothing. Finding nothing costs a step in
	// an index.
	poll = time.Second
	// maxConnections bounds the connections to the server, and burst the mails that leave
	// by one: with a slow server those behind are not to wait long.
	maxConnections = 4
	burst          = 5
	// serverBackoff is how long a server is left alone that takes nothing.
	serverBackoff = 5 * time.Second
	// burstTime is what all mails of a connection may take, so that how they went is recorded
	// while they are this worker's.
	burstTime = queueing.Lease - 10*time.Second
)

// Queue is where mails come from: the use cases.
type Queue interface {
	Claim(ctx context.Context, most int) ([]service.ClaimedMail, error)
	Finish(ctx context.Context, mail service.ClaimedMail, result service.MailResult) error
}

// Server is a server of mails.
type Server interface {
	// Connect opens a connection that lasts as long as its context.
	Connect(ctx context.Context) (Connection, error)
}

// Worker sends mails in the background. Any number of workers, on any number of servers, may
// work on one database.
type Worker struct {
	queue       Queue
	server      Server
	log         *slog.Logger
	gracePeriod time.Duration

	connecting, leaving logs.Episode
	outcomes            [service.MailQueueHeld + 1]atomic.Uint64 // how often tries went how
	backoff             worker.Backoff                           // of the server, while it takes nothing
}

// NewWorker returns a worker. When it is stopped, the mails that are being sent may take as
// long as its patience lasts.
func NewWorker(queue Queue, server Server, log *slog.Logger, patience time.Duration) *Worker {
	return &Worker{queue: queue, server: server, log: log, gracePeriod: patience, backoff: worker.Backoff{First: serverBackoff, Longest: serverBackoff}}
}

// TryCount returns how often tries of this worker have gone how.
func (w *Worker) TryCount(how service.MailResult) uint64 { return w.outcomes[how].Load() }

// Run sends until the context ends. Then it begins no more mails, and returns when those that
// are being sent are, or its patience has ended: what is broken off is sent again.
func (w *Worker) Run(ctx context.Context) {
	loop := worker.Worker{Log: w.log, Name: "sending mails", Limit: maxConnections, GracePeriod: w.gracePeriod}
	loop.Run(ctx, w.step)
}

// step begins a burst of mails, where some wait.
func (w *Worker) step(ctx context.Context, bursts *worker.Tasks) (pause time.Duration, err error) {
	slots := bursts.Acquire(ctx, 1)
	var mails []service.ClaimedMail
	if slots > 0 && w.backoff.Remaining() <= 0 {
		mails, err = w.queue.Claim(ctx, burst)
	}
	if len(mails) == 0 {
		bursts.Release(slots)
		return max(poll, w.backoff.Remaining()), err
	}
	bursts.Go(func(trying context.Context) { w.sendAll(ctx, trying, mails) })
	return w.backoff.Remaining(), err
}

// sendAll sends mails by one connection. Those that are not begun when it breaks, or when the
// worker is stopped, wait for another.
func (w *Worker) sendAll(ctx, trying context.Context, mails []service.ClaimedMail) {
	limited, cancel := context.WithTimeout(trying, burstTime)
	defer cancel()
	connection, err := w.server.Connect(limited)
	w.connecting.Note(ctx, w.log, "connecting to the server of mails", err)
	if err != nil {
		w.outcomes[service.MailQueueHeld].Add(1)
		w.backOff(trying, mails)
		return
	}
	defer func() {
		if err := connection.Close(); err != nil {
			w.log.DebugContext(ctx, "parting from the server of mails", "error", err)
		}
	}()
	for i, mail := range mails {
		if ctx.Err() != nil || limited.Err() != nil {
			w.release(trying, mails[i:])
			return
		}
		if try := w.try(trying, connection, mail); try.Broken {
			w.backOff(trying, mails[i+1:])
			return
		}
	}
}

// try sends a mail and records how that went.
func (w *Worker) try(ctx context.Context, connection Connection, mail service.ClaimedMail) Try {
	ctx, span := traces.Begin(ctx, "try to mail")
	defer span.End()
	try := w.send(connection, mail)
	w.outcomes[try.Result].Add(1)
	span.Note(traces.Message, string(mail.Kind))
	span.Note(traces.Result, try.Result.String())
	switch try.Result {
	case service.MailAccepted:
		w.leaving.Note(ctx, w.log, "sending mails", nil)
	case service.MailQueueHeld:
		w.leaving.Note(ctx, w.log, "sending mails", errors.New(try.Reason))
	default:
		w.log.WarnContext(ctx, "mail not sent", "business", mail.BusinessID, "mail_id", mail.ID, "result", try.Result.String(), "error", try.Reason)
	}
	w.finish(ctx, mail, try.Result)
	return try
}

// send draws the picture of a mail that brings a QR, and sends it.
func (w *Worker) send(connection Connection, mail service.ClaimedMail) Try {
	if mail.Kind == loyalty.MailQR {
		picture, err := qr.Customer(mail.QR.ID, mail.QR.BusinessID, mail.QR.Signature)
		if err != nil {
			return Try{Result: service.MailRejected, Reason: "its QR cannot be drawn"}
		}
		mail.Picture = string(picture)
	}
	return connection.Send(mail.Mail)
}

// backOff leaves the server alone for a while, with mails of which none was begun.
func (w *Worker) backOff(ctx context.Context, mails []service.ClaimedMail) {
	w.backoff.Fail(0)
	w.release(ctx, mails)
}

// release gives back mails that were not begun.
func (w *Worker) release(ctx context.Context, mails []service.ClaimedMail) {
	for _, mail := range mails {
		w.finish(ctx, mail, service.MailQueueHeld)
	}
}

// finish records how a try went, for as long as the mail is this worker's.
func (w *Worker) finish(ctx context.Context, mail service.ClaimedMail, result service.MailResult) {
	worker.Record(ctx, w.log, "recording how a mail went", func(ctx context.Context) error {
		return w.queue.Finish(ctx, mail, result)
	}, "mail_id", mail.ID)
}
