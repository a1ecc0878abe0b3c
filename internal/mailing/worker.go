// Package mailing sends e-mails by SMTP.
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
	// poll is short: an empty poll costs an index step.
	poll           = time.Second
	maxConnections = 4
	// burst limits a connection's mails, so that none waits long on a slow one.
	burst = 5
	// serverBackoff is the pause after the server refused or broke a connection.
	serverBackoff = 5 * time.Second
	// burstTime limits a connection, because outcomes must be recorded within the lease.
	burstTime = queueing.Lease - 10*time.Second
)

// Queue is the source of mails.
type Queue interface {
	Claim(ctx context.Context, limit int) ([]service.ClaimedMail, error)
	Finish(ctx context.Context, mail service.ClaimedMail, result service.MailResult) error
}

// Server is an SMTP server.
type Server interface {
	// Connect opens a connection that ends with its context.
	Connect(ctx context.Context) (Connection, error)
}

// Worker sends mails. Any number may share a database.
type Worker struct {
	queue       Queue
	server      Server
	log         *slog.Logger
	gracePeriod time.Duration

	connecting, leaving logs.Episode
	outcomes            [service.MailQueueHeld + 1]atomic.Uint64
	backoff             worker.Backoff // after a refused or broken connection
}

// NewWorker returns a worker that gives mails in progress gracePeriod after a stop.
func NewWorker(queue Queue, server Server, log *slog.Logger, gracePeriod time.Duration) *Worker {
	return &Worker{queue: queue, server: server, log: log, gracePeriod: gracePeriod, backoff: worker.Backoff{First: serverBackoff, Longest: serverBackoff}}
}

// TryCount counts this worker's tries.
func (w *Worker) TryCount(result service.MailResult) uint64 { return w.outcomes[result].Load() }

// Run sends until the context ends, then gives mails in progress the grace period. An interrupted mail is sent again.
func (w *Worker) Run(ctx context.Context) {
	loop := worker.Worker{Log: w.log, Name: "sending mails", Limit: maxConnections, GracePeriod: w.gracePeriod}
	loop.Run(ctx, w.step)
}

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

// sendAll sends mails by one connection. It releases the rest if the connection breaks or the worker stops.
func (w *Worker) sendAll(ctx, trying context.Context, mails []service.ClaimedMail) {
	deadlineCtx, cancel := context.WithTimeout(trying, burstTime)
	defer cancel()
	connection, err := w.server.Connect(deadlineCtx)
	w.connecting.Record(ctx, w.log, "connecting to the mail server", err)
	if err != nil {
		w.outcomes[service.MailQueueHeld].Add(1)
		w.backOff(trying, mails)
		return
	}
	defer func() {
		if err := connection.Close(); err != nil {
			w.log.DebugContext(ctx, "closing the mail connection", "error", err)
		}
	}()
	for i, mail := range mails {
		if ctx.Err() != nil || deadlineCtx.Err() != nil {
			w.release(trying, mails[i:])
			return
		}
		if try := w.try(trying, connection, mail); try.Broken {
			w.backOff(trying, mails[i+1:])
			return
		}
	}
}

func (w *Worker) try(ctx context.Context, connection Connection, mail service.ClaimedMail) Try {
	ctx, span := traces.Start(ctx, "try to mail")
	defer span.End()
	try := w.send(connection, mail)
	w.outcomes[try.Result].Add(1)
	span.SetAttribute(traces.Message, string(mail.Kind))
	span.SetAttribute(traces.Result, try.Result.String())
	switch try.Result {
	case service.MailAccepted:
		w.leaving.Record(ctx, w.log, "sending mails", nil)
	case service.MailQueueHeld:
		w.leaving.Record(ctx, w.log, "sending mails", errors.New(try.Reason))
	default:
		w.log.WarnContext(ctx, "mail not sent", "business", mail.BusinessID, "mail_id", mail.ID, "result", try.Result.String(), "error", try.Reason)
	}
	w.finish(ctx, mail, try.Result)
	return try
}

func (w *Worker) send(connection Connection, mail service.ClaimedMail) Try {
	if mail.Kind == loyalty.MailQR {
		picture, err := qr.Customer(mail.QR.ID, mail.QR.BusinessID, mail.QR.Signature)
		if err != nil {
			return Try{Result: service.MailRejected, Reason: "its QR cannot be rendered"}
		}
		mail.Picture = string(picture)
	}
	return connection.Send(mail.Mail)
}

func (w *Worker) backOff(ctx context.Context, mails []service.ClaimedMail) {
	w.backoff.Fail(0)
	w.release(ctx, mails)
}

func (w *Worker) release(ctx context.Context, mails []service.ClaimedMail) {
	for _, mail := range mails {
		w.finish(ctx, mail, service.MailQueueHeld)
	}
}

func (w *Worker) finish(ctx context.Context, mail service.ClaimedMail, result service.MailResult) {
	worker.Record(ctx, w.log, "recording a mail outcome", func(ctx context.Context) error {
		return w.queue.Finish(ctx, mail, result)
	}, "mail_id", mail.ID)
}
