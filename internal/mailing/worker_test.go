package mailing_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/mailing"
	"axioma/internal/queueing"
	"axioma/internal/service"
)

type queue struct {
	mutex   sync.Mutex
	waiting []service.ClaimedMail
	results map[string]service.MailResult
	faults  int
}

func newQueue(mails int) *queue {
	q := &queue{results: map[string]service.MailResult{}}
	for i := range mails {
		mail := service.ClaimedMail{}
		mail.Mail = loyalty.Mail{BusinessID: "shop", ID: fmt.Sprint(i), Kind: loyalty.MailCode, Address: "ana@correo.test", Text: "123456"}
		q.waiting = append(q.waiting, mail)
	}
	return q
}

func (q *queue) Claim(_ context.Context, limit int) ([]service.ClaimedMail, error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	count := min(limit, len(q.waiting))
	mails := slices.Clone(q.waiting[:count])
	q.waiting = q.waiting[count:]
	return mails, nil
}

func (q *queue) Finish(_ context.Context, mail service.ClaimedMail, result service.MailResult) error {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.faults > 0 {
		q.faults--
		return errors.New("the database is unreachable")
	}
	if q.results[mail.ID] = result; result == service.MailQueueHeld {
		q.waiting = append(q.waiting, mail)
	}
	return nil
}

func (q *queue) count(result service.MailResult) (count int) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for _, mailResult := range q.results {
		if mailResult == result {
			count++
		}
	}
	return count
}

type server struct {
	mutex       sync.Mutex
	connections int
	open, most  int
	longest     time.Duration // longest time from connecting to the end of the last mail
	send        func(ctx context.Context, id string) mailing.Try
	refuses     func() error
}

func (s *server) Connect(ctx context.Context) (mailing.Connection, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.connections++
	if s.refuses != nil {
		return nil, s.refuses()
	}
	s.open++
	s.most = max(s.most, s.open)
	return &line{ctx, s, time.Now()}, nil
}

type line struct {
	ctx    context.Context
	server *server
	began  time.Time
}

func (l *line) Send(m loyalty.Mail) mailing.Try {
	try := l.server.send(l.ctx, m.ID)
	l.server.mutex.Lock()
	defer l.server.mutex.Unlock()
	l.server.longest = max(l.server.longest, time.Since(l.began))
	return try
}

func (l *line) Close() error {
	l.server.mutex.Lock()
	defer l.server.mutex.Unlock()
	l.server.open--
	return nil
}

func acceptAll(context.Context, string) mailing.Try {
	return mailing.Try{Result: service.MailAccepted}
}

func runWorker(t *testing.T, q *queue, s *server, during time.Duration) *mailing.Worker {
	t.Helper()
	worker := mailing.NewWorker(q, s, slog.New(slog.DiscardHandler), 10*time.Second)
	ctx, stop := context.WithTimeout(t.Context(), during)
	defer stop()
	worker.Run(ctx)
	return worker
}

func TestWorker_AllMails_AreSent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q, s := newQueue(100), &server{send: acceptAll}
		worker := runWorker(t, q, s, 10*time.Second)
		if sentCount := q.count(service.MailAccepted); sentCount != 100 || worker.TryCount(service.MailAccepted) != 100 {
			t.Errorf("%d mails were sent and %d counted, want 100", sentCount, worker.TryCount(service.MailAccepted))
		}
		if s.connections != 20 || s.open != 0 {
			t.Errorf("there were %d connections, of which %d are still open; want 20 and none", s.connections, s.open)
		}
	})
}

func TestWorker_SlowServer_GetsFourConnections(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q, s := newQueue(100), &server{send: func(context.Context, string) mailing.Try {
			time.Sleep(2 * time.Second)
			return mailing.Try{Result: service.MailAccepted}
		}}
		runWorker(t, q, s, 20*time.Second)
		if sentCount := q.count(service.MailAccepted); sentCount < 40 || s.most != 4 {
			t.Errorf("in twenty seconds %d mails were sent on %d connections; want at least 40 and 4", sentCount, s.most)
		}
	})
}

func TestWorker_ServerRefuses_BacksOff(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q, s := newQueue(20), &server{send: acceptAll}
		repairedAt := time.Now().Add(time.Minute)
		s.refuses = func() error {
			if time.Now().Before(repairedAt) {
				return &mailing.Refusal{Code: 535}
			}
			s.refuses = nil
			return errors.New("for the last time")
		}
		runWorker(t, q, s, time.Minute-time.Second)
		if s.connections > 48 || q.count(service.MailAccepted) != 0 {
			t.Errorf("the server was called %d times, or a mail was sent", s.connections)
		}
		runWorker(t, q, s, 20*time.Second)
		if sentCount := q.count(service.MailAccepted); sentCount != 20 {
			t.Errorf("after the server was repaired %d mails were sent, want 20", sentCount)
		}
	})
}

func TestWorker_BrokenConnection_ReleasesTheRest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q, s := newQueue(5), &server{send: func(_ context.Context, id string) mailing.Try {
			if id == "1" {
				return mailing.Try{Result: service.MailRetryLater, Broken: true}
			}
			return mailing.Try{Result: service.MailAccepted}
		}}
		runWorker(t, q, s, 4*time.Second)
		if heldCount := q.count(service.MailQueueHeld); heldCount != 3 || q.count(service.MailRetryLater) != 1 {
			t.Errorf("%d mails are on hold and %d to be retried, want 3 and 1", heldCount, q.count(service.MailRetryLater))
		}
		runWorker(t, q, s, 4*time.Second)
		if sentCount := q.count(service.MailAccepted); sentCount != 4 {
			t.Errorf("in the end %d mails were sent, want 4", sentCount)
		}
	})
}

func TestWorker_Stopped_FinishesRunningMails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(5)
		ctx, stop := context.WithCancel(t.Context())
		s := &server{send: func(_ context.Context, id string) mailing.Try {
			if id == "1" {
				stop()
				time.Sleep(9 * time.Second)
			}
			return mailing.Try{Result: service.MailAccepted}
		}}
		mailing.NewWorker(q, s, slog.New(slog.DiscardHandler), 10*time.Second).Run(ctx)
		if sentCount, heldCount := q.count(service.MailAccepted), q.count(service.MailQueueHeld); sentCount != 2 || heldCount != 3 {
			t.Errorf("%d mails were sent and %d put back, want 2 and 3", sentCount, heldCount)
		}
	})
}

func TestWorker_Stopped_WaitsForTheGracePeriodAtMost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1)
		ctx, stop := context.WithCancel(t.Context())
		s := &server{send: func(ctx context.Context, _ string) mailing.Try {
			stop()
			<-ctx.Done()
			return mailing.Try{Result: service.MailRetryLater, Broken: true}
		}}
		began := time.Now()
		mailing.NewWorker(q, s, slog.New(slog.DiscardHandler), 10*time.Second).Run(ctx)
		if took := time.Since(began); took != 10*time.Second || q.count(service.MailRetryLater) != 1 {
			t.Errorf("the worker stopped after %s with %v, want 10s and one retry", took, q.results)
		}
	})
}

func TestWorker_SlowBurst_RecordsWithinTheLease(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q, s := newQueue(5), &server{send: func(context.Context, string) mailing.Try {
			time.Sleep(queueing.TryTimeout - time.Second)
			return mailing.Try{Result: service.MailAccepted}
		}}
		runWorker(t, q, s, 3*time.Minute)
		if sentCount := q.count(service.MailAccepted); sentCount != 5 || s.longest >= queueing.Lease {
			t.Errorf("%d mails were sent, the last of a burst after %s; want 5 and less than %s", sentCount, s.longest, queueing.Lease)
		}
	})
}

func TestWorker_DatabaseDown_RecordsTheOutcomeLater(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1)
		q.faults = 3
		runWorker(t, q, &server{send: acceptAll}, time.Minute)
		if q.count(service.MailAccepted) != 1 {
			t.Error("the outcome is not recorded")
		}
	})
}

func TestWorker_Log_HasNeitherAddressNorCode(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		q, s := newQueue(1), &server{send: func(context.Context, string) mailing.Try {
			return mailing.Try{Result: service.MailRejected, Reason: "sending SMTP RCPT TO command: 550 5.1.1"}
		}}
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		mailing.NewWorker(q, s, slog.New(slog.NewTextHandler(&log, nil)), time.Second).Run(ctx)
		if logText := log.String(); !strings.Contains(logText, "550") || strings.Contains(logText, "ana@") || strings.Contains(logText, "123456") {
			t.Errorf("the log lacks the reason, or has the address or the code: %s", logText)
		}
	})
}
