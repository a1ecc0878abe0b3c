package whatsapp

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"axioma/internal/logs"
	"axioma/internal/service/messaging"
)

// pollNotices is the interval at which the database is asked for notices that another server received.
const pollNotices = time.Second

// NoticeProcessor applies webhook notices. Any number may share a database.
type NoticeProcessor struct {
	inbox    *messaging.Inbox
	log      *slog.Logger
	refusals refusalTable
	episode  logs.Episode
}

// NewNoticeProcessor returns a processor.
func NewNoticeProcessor(inbox *messaging.Inbox, log *slog.Logger) *NoticeProcessor {
	return &NoticeProcessor{inbox: inbox, log: log, refusals: refusals()}
}

// Run processes own notices at once, others after pollNotices, until the context ends.
func (l *NoticeProcessor) Run(ctx context.Context) {
	for {
		processedCount, err := l.step(ctx)
		l.episode.Record(ctx, l.log, "processing webhook notices", err)
		if processedCount > 0 {
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-l.inbox.NoticeStored():
		case <-time.After(pollNotices):
		}
	}
}

func (l *NoticeProcessor) step(ctx context.Context) (int, error) {
	notices, err := l.inbox.ClaimNotices(ctx)
	faults := []error{err}
	for _, notice := range notices {
		faults = append(faults, l.process(ctx, notice))
	}
	return len(notices), errors.Join(faults...)
}

// process handles a notice. If a part fails, the whole notice is retried; parts are idempotent.
func (l *NoticeProcessor) process(ctx context.Context, notice messaging.Notice) error {
	noticeParts, err := parseNotice(notice.Body, notice.ReceivedAt, l.refusals)
	if err != nil {
		// A retry could not parse it either.
		l.log.WarnContext(ctx, "webhook notice cannot be parsed", "notice_id", notice.ID, "error", err)
		return l.inbox.FinishNotice(ctx, notice)
	}
	faults := []error{l.inbox.ApplyDeliveries(ctx, noticeParts.deliveries)}
	for _, message := range noticeParts.messages {
		faults = append(faults, l.inbox.Receive(ctx, message))
	}
	for _, stop := range noticeParts.stops {
		faults = append(faults, l.inbox.StopMarketing(ctx, stop))
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	return l.inbox.FinishNotice(ctx, notice)
}
