// Package usecase is the common base of the use cases: actor, clock, idempotency keys, events, audit trail, maintenance
// tasks, and what several nouns share (business lookup, signed QRs, cards, audience and dispatcher of events). It
// writes only events, audit entries and stored responses.
package usecase

import (
	"context"
	"crypto/rand"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// Base has the store, the clock, new ids, the counters of limits and the pending activity. Its methods are safe for concurrent use.
type Base struct {
	Store     *store.Store
	Clock     func() time.Time
	IDs       loyalty.IDs
	LimitHits *LimitHits

	ActivityLog *ActivityLog
}

// NewBase returns a base on an open store.
func NewBase(st *store.Store, clock func() time.Time) *Base {
	base := &Base{Store: st, Clock: clock, IDs: loyalty.IDs{Random: rand.Reader}, LimitHits: &LimitHits{counts: map[string]uint64{}}}
	base.ActivityLog = newActivityLog(base)
	return base
}

// Actor is the user who carries out a use case, and the business that they act on.
type Actor struct {
	UserID     string
	Role       loyalty.Role
	BusinessID string // for a SUPERADMIN the chosen business, or empty
	// MustChoosePassword: another person set the password. The actor may only replace it.
	MustChoosePassword bool

	DeviceID string // of the named device; empty for an unnamed one

	Session StaffSession // zero for the command line
}

// StaffSession is the session of a user, as its token describes it.
type StaffSession struct {
	ID              string
	Version         int64 // of the tokens of the account
	ExpiresAt       time.Time
	AuthenticatedAt time.Time             // when the password was typed last, with a code if the account has a second factor
	HasSecondFactor bool                  // a code was entered in it, or a passkey used
	Pending         loyalty.PendingFactor // what it needs before it may be used
}

// Record adds an entry to the audit trail of the transaction's business.
func (b *Base) Record(tx *store.Tx, userID string, action loyalty.Action, subjectID, detail string) error {
	return b.record(tx, loyalty.AuditEntry{ActorID: userID, Action: action, SubjectID: subjectID, Detail: detail})
}

// RecordChange is Record with the names of the fields that were changed.
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

// withCaller returns an entry with the role, the address and the device of the caller.
func withCaller(ctx context.Context, entry loyalty.AuditEntry) loyalty.AuditEntry {
	caller := CallerOf(ctx)
	entry.Role = caller.roleOf(entry.ActorID)
	if caller.IsRequest {
		entry.Address, entry.Device, entry.DeviceID = AddressOf(ctx), caller.Device, caller.Actor.DeviceID
	}
	return entry
}

// Append adds an event. Every change of a card, a pass or a counter's snapshot needs one.
func (b *Base) Append(tx *store.Tx, event loyalty.Event) error {
	event.At = b.Now()
	return tx.Events().Append(event)
}

// Now is truncated to the stored precision of a millisecond.
func (b *Base) Now() time.Time { return b.Clock().UTC().Truncate(time.Millisecond) }
