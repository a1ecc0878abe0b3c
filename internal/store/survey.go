package store

import (
	"context"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// BackupSetting names the setting with the last backup's time (RFC 3339).
const BackupSetting = "backup.last"

// Survey counts rows that wait to be sent or processed.
type Survey struct {
	Queue   []WaitingMessages
	Notices WaitingNotices
	Pushes  []WaitingPushes
	Mails   WaitingMails
	Backup  time.Time // zero: unknown
	Nightly NightlyBackups
}

// WaitingMessages counts waiting messages of one kind and hold.
type WaitingMessages struct {
	Kind   loyalty.MessageKind
	HeldBy loyalty.MessageHold // empty: not held
	Count  int64
	Oldest time.Time
}

// WaitingNotices counts unprocessed notices.
type WaitingNotices struct {
	Count  int64
	Oldest time.Time // zero: none
}

// Survey counts waiting rows. It scans them all, so call it rarely.
func (s *Store) Survey(ctx context.Context, now time.Time) (Survey, error) {
	var survey Survey
	err := s.SurveyPlatform(ctx, func(tx *PlatformTx) (err error) {
		if survey.Queue, err = tx.Queue().CountWaiting(); err != nil {
			return err
		}
		if survey.Notices, err = tx.Notices().CountWaiting(); err != nil {
			return err
		}
		if survey.Pushes, err = tx.Pushes().CountWaiting(); err != nil {
			return err
		}
		if survey.Mails, err = tx.Mails().CountWaiting(now); err != nil {
			return err
		}
		if survey.Nightly, err = tx.NightlyBackups(); err != nil {
			return err
		}
		survey.Backup, err = tx.LastBackup()
		return err
	})
	return survey, err
}

// LastBackup returns when the last verified backup began, or zero.
func (p *PlatformTx) LastBackup() (time.Time, error) {
	text, found, err := p.Settings().Get(BackupSetting)
	if err != nil || !found {
		return time.Time{}, err
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, fmt.Errorf("reading when the last backup was made: %w", err)
	}
	return at, nil
}

// CountWaiting counts messages by kind and hold.
func (q PlatformQueue) CountWaiting() ([]WaitingMessages, error) {
	var waiting []WaitingMessages
	err := q.tx.queryEach(`
		SELECT kind, coalesce(held_by, ''), count(*), min(created_at)
		FROM messages WHERE status = 'QUEUED' GROUP BY kind, coalesce(held_by, '')`, nil, func(row scanner) error {
		var w WaitingMessages
		var oldest int64
		err := row.Scan(&w.Kind, &w.HeldBy, &w.Count, &oldest)
		w.Oldest = time.UnixMilli(oldest).UTC()
		waiting = append(waiting, w)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("counting queued messages: %w", err)
	}
	return waiting, nil
}

// CountWaiting counts unprocessed notices.
func (q Notices) CountWaiting() (WaitingNotices, error) {
	var waiting WaitingNotices
	var oldest int64
	_, err := q.tx.queryOne(`SELECT count(*), coalesce(min(received_at), 0) FROM notices WHERE done_at IS NULL`, nil, &waiting.Count, &oldest)
	if err != nil {
		return WaitingNotices{}, fmt.Errorf("counting waiting notices: %w", err)
	}
	if waiting.Count > 0 {
		waiting.Oldest = time.UnixMilli(oldest).UTC()
	}
	return waiting, nil
}
