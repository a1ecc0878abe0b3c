package whatsapp

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"axioma/internal/logs"
	"axioma/internal/service/messaging"
)

// pollNotices is how long a listener rests when nothing waits that this program
// has kept.
const pollNotices = time.Second

// NoticeProcessor deals in the background with what the provider has told the webhook.
// Any number of them may work on one database.
type NoticeProcessor struct {
	inbox    *messaging.Inbox
	log      *slog.Logger
	refusals refusalTable
	episode  logs.Episode
}

// NewNoticeProcessor returns a listener.
func NewNoticeProcessor(inbox *messaging.Inbox, log *slog.Logger) *NoticeProcessor {
	return &NoticeProcessor{inbox: inbox, log: log, refusals: refusals()}
}

// Run deals with notices until the context ends: at once with those that this
// program has kept, and soon with what others have left.
func (l *NoticeProcessor) Run(ctx context.Context) {
	for {
		taken, err := l.step(ctx)
		l.episode.Note(ctx, l.log, "dealing with what the provider told", err)
		if taken > 0 {
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-l.inbox.NoticesKept():
		case <-time.After(pollNotices):
		}
	}
}

// step deals with some notices that wait and returns how many.
func (l *NoticeProcessor) step(ctx context.Context) (int, error) {
	notices, err := l.inbox.TakeNotices(ctx)
	faults := []error{err}
	for _, notice := range notices {
		faults = append(faults, l.process(ctx, notice))
	}
	return len(notices), errors.Join(faults...)
}

// process does all that follows from a notice. When some of it fails the rest is
// done nevertheless, and all of it once more later: what has been done already
// is known.
func (l *NoticeProcessor) process(ctx context.Context, notice messaging.Notice) error {
	said, err := parseNotice(notice.Body, notice.ReceivedAt, l.refusals)
	if err != nil {
		// It will not be readable later either.
		l.log.WarnContext(ctx, "the provider told what cannot be read", "notice_id", notice.ID, "error", err)
		return l.inbox.FinishNotice(ctx, notice)
	}
	faults := []error{l.inbox.ApplyDeliveries(ctx, said.deliveries)}
	for _, message := range said.messages {
		faults = append(faults, l.inbox.Receive(ctx, message))
	}
	for _, stop := range said.stops {
		faults = append(faults, l.inbox.StopMarketing(ctx, stop))
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	return l.inbox.FinishNotice(ctx, notice)
}
