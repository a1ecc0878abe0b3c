// Package usecase is the common base of the use cases: actor, clock, idempotency keys, events, audit trail, maintenance
// tasks, and what several nouns share (business lookup, signed QRs, cards, audience and dispatcher of events). It
// writes only events, audit entries and stored responses.
package usecase

import (
	"crypto/rand"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// Base has the store, the clock, new ids and the counters of limits. Its methods are safe for concurrent use.
type Base struct {
	Store     *store.Store
	Clock     func() time.Time
	IDs       loyalty.IDs
	LimitHits *LimitHits
}

// NewBase returns a base on an open store.
func NewBase(st *store.Store, clock func() time.Time) *Base {
	return &Base{Store: st, Clock: clock, IDs: loyalty.IDs{Random: rand.Reader}, LimitHits: &LimitHits{counts: map[string]uint64{}}}
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
	now := b.Now()
	id, err := b.IDs.Next(now)
	if err != nil {
		return err
	}
	return tx.Trail().Insert(loyalty.AuditEntry{ID: id, At: now, ActorID: userID, Action: action, SubjectID: subjectID, Detail: detail})
}

// Append adds an event. Every change of a card, a pass or a counter's snapshot needs one.
func (b *Base) Append(tx *store.Tx, event loyalty.Event) error {
	event.At = b.Now()
	return tx.Events().Append(event)
}

// Now is truncated to the stored precision of a millisecond.
func (b *Base) Now() time.Time { return b.Clock().UTC().Truncate(time.Millisecond) }
