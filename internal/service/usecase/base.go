// Package usecase is the base of all use cases: actor, clock, idempotency keys, events, audit trail, maintenance.
package usecase

import (
	"context"
	"crypto/rand"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// Base is shared by all use cases. It is safe for concurrent use.
type Base struct {
	Store     *store.Store
	Clock     func() time.Time
	IDs       loyalty.IDs
	LimitHits *LimitHits

	ActivityLog *ActivityLog
}

// NewBase uses an open store.
func NewBase(st *store.Store, clock func() time.Time) *Base {
	base := &Base{Store: st, Clock: clock, IDs: loyalty.IDs{Random: rand.Reader}, LimitHits: &LimitHits{counts: map[string]uint64{}}}
	base.ActivityLog = newActivityLog(base)
	return base
}

// Actor is a user and the business they act on.
type Actor struct {
	UserID     string
	Role       loyalty.Role
	BusinessID string // of a SUPERADMIN the chosen one, or empty
	// MustChoosePassword means that another user set the password.
	MustChoosePassword bool

	DeviceID string // empty: unnamed

	Session StaffSession // zero: command line
}

// StaffSession is the session of a token.
type StaffSession struct {
	ID              string
	Version         int64
	ExpiresAt       time.Time
	AuthenticatedAt time.Time // last typed password, and code if required
	HasSecondFactor bool      // in this session
	Pending         loyalty.PendingFactor
}

// Record adds an audit entry to the business of the transaction.
func (b *Base) Record(tx *store.Tx, userID string, action loyalty.Action, subjectID, detail string) error {
	return b.record(tx, loyalty.AuditEntry{ActorID: userID, Action: action, SubjectID: subjectID, Detail: detail})
}

// RecordChange adds an audit entry like Record, with the names of changed fields.
func (b *Base) RecordChange(tx *store.Tx, userID string, action loyalty.Action, subjectID, detail string, fields []string) error {
	return b.record(tx, loyalty.AuditEntry{ActorID: userID, Action: action, SubjectID: subjectID, Detail: detail, Fields: fields})
}

func (b *Base) record(tx *store.Tx, entry loyalty.AuditEntry) (err error) {
	entry = withCaller(store.ContextOf(tx), entry)
	entry.At = b.Now()
	if entry.ID, err = b.IDs.Next(entry.At); err != nil {
		return err
	}
	return tx.Trail().Insert(entry)
}

func withCaller(ctx context.Context, entry loyalty.AuditEntry) loyalty.AuditEntry {
	caller := CallerOf(ctx)
	entry.Role = caller.roleOf(entry.ActorID)
	if caller.IsRequest {
		entry.Address, entry.Device, entry.DeviceID = AddressOf(ctx), caller.Device, caller.Actor.DeviceID
	}
	return entry
}

// Append adds an event. Each change that a card, pass or snapshot shows needs one.
func (b *Base) Append(tx *store.Tx, event loyalty.Event) error {
	event.At = b.Now()
	return tx.Events().Append(event)
}

// Now returns the time, truncated to the millisecond as it is stored.
func (b *Base) Now() time.Time { return b.Clock().UTC().Truncate(time.Millisecond) }
