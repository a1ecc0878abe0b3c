package usecase

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// ActivityLog buffers entries about reads and refused sign-ins, so that no request waits or fails for them. A killed
// process loses some seconds. It is safe for concurrent use.
type ActivityLog struct {
	base *Base

	mutex          sync.Mutex
	reads          []pendingRead
	recent         map[readKey]time.Time
	refusedSignIns map[refusedAccount]refusals
}

const (
	// ActivityWriteInterval is how often Write runs.
	ActivityWriteInterval = 5 * time.Second
	// readInterval passes before the same read is recorded again.
	readInterval = 10 * time.Minute
	// maxPending limits memory during an outage.
	maxPending = 10_000
)

type pendingRead struct {
	businessID string
	entry      loyalty.AuditEntry
}

type readKey struct {
	businessID, userID, subjectID, detail string
	action                                loyalty.Action
}

type refusedAccount struct {
	businessID, userID string
	day                loyalty.Day
}

func (a refusedAccount) compare(b refusedAccount) int {
	return cmp.Or(strings.Compare(a.businessID, b.businessID), strings.Compare(string(a.day), string(b.day)), strings.Compare(a.userID, b.userID))
}

type refusals struct {
	count int64
	last  time.Time
}

func newActivityLog(base *Base) *ActivityLog {
	return &ActivityLog{base: base, recent: map[readKey]time.Time{}, refusedSignIns: map[refusedAccount]refusals{}}
}

// NoteRead buffers a read, once within readInterval.
func (l *ActivityLog) NoteRead(ctx context.Context, actor Actor, action loyalty.Action, subjectID, detail string) error {
	now := l.base.Now()
	id, err := l.base.IDs.Next(now)
	if err != nil {
		return err
	}
	entry := withCaller(ctx, loyalty.AuditEntry{ID: id, At: now, ActorID: actor.UserID, Action: action, SubjectID: subjectID, Detail: detail})
	key := readKey{businessID: actor.BusinessID, userID: actor.UserID, action: action, subjectID: subjectID, detail: detail}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if last, known := l.recent[key]; known && now.Sub(last).Abs() < readInterval || len(l.reads) >= maxPending {
		return nil
	}
	l.recent[key] = now
	l.reads = append(l.reads, pendingRead{actor.BusinessID, entry})
	return nil
}

// NoteRefusedSignIn counts a refusal. An empty user (no such account) takes the same time.
func (l *ActivityLog) NoteRefusedSignIn(user loyalty.User, business loyalty.Business) {
	now := l.base.Now()
	if business.Zone == nil {
		business.Zone = time.UTC
	}
	account := refusedAccount{user.BusinessID, user.ID, business.DayOf(now)}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if _, known := l.refusedSignIns[account]; known || len(l.refusedSignIns) < maxPending {
		l.refusedSignIns[account] = refusals{l.refusedSignIns[account].count + 1, now}
	}
}

// Write stores pending entries. Those that fail stay pending.
func (l *ActivityLog) Write(ctx context.Context) error {
	reads, refusedSignIns := l.take()
	return errors.Join(l.writeReads(ctx, reads), l.writeRefused(ctx, refusedSignIns))
}

func (l *ActivityLog) take() ([]pendingRead, map[refusedAccount]refusals) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	now := l.base.Now()
	for key, recordedAt := range l.recent {
		if now.Sub(recordedAt).Abs() >= readInterval {
			delete(l.recent, key)
		}
	}
	reads, refusedSignIns := l.reads, l.refusedSignIns
	l.reads, l.refusedSignIns = nil, map[refusedAccount]refusals{}
	return reads, refusedSignIns
}

func (l *ActivityLog) writeReads(ctx context.Context, reads []pendingRead) error {
	for len(reads) > 0 {
		batch := reads[:min(BatchSize, len(reads))]
		err := l.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
			for _, read := range batch {
				if err := tx.In(read.businessID).Trail().Insert(read.entry); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return errors.Join(fmt.Errorf("recording reads: %w", err), l.putBack(reads))
		}
		reads = reads[len(batch):]
	}
	return nil
}

// putBack keeps entries whose write failed, with new ids, because the write may have succeeded.
func (l *ActivityLog) putBack(reads []pendingRead) (err error) {
	for i := range reads {
		if reads[i].entry.ID, err = l.base.IDs.Next(reads[i].entry.At); err != nil {
			return err
		}
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.reads = append(reads, l.reads...)
	return nil
}

// writeRefused stores counts of refused sign-ins, in one order on all servers, against deadlocks of upserts.
func (l *ActivityLog) writeRefused(ctx context.Context, refusedSignIns map[refusedAccount]refusals) error {
	for batch := range slices.Chunk(slices.SortedFunc(maps.Keys(refusedSignIns), refusedAccount.compare), BatchSize) {
		err := l.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
			for _, account := range batch {
				counts := store.RefusedSignInsIn(tx.In(account.businessID))
				if err := counts.Add(account.userID, account.day, refusedSignIns[account].count, refusedSignIns[account].last); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			l.putBackRefused(refusedSignIns)
			return fmt.Errorf("recording refused sign-ins: %w", err)
		}
		for _, account := range batch {
			delete(refusedSignIns, account)
		}
	}
	return nil
}

func (l *ActivityLog) putBackRefused(refusedSignIns map[refusedAccount]refusals) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for account, unwritten := range refusedSignIns {
		now := l.refusedSignIns[account]
		unwritten.count += now.count
		if now.last.After(unwritten.last) {
			unwritten.last = now.last
		}
		l.refusedSignIns[account] = unwritten
	}
}
