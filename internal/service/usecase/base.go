// Package usecase is what every use case stands on, whatever its noun: who acts, on which
// business, at what time; the transaction that answers a key once; the event and the line
// in the audit trail; and the chores that are done from time to time.
//
// It also holds what several nouns read alike: the business of a public id, the signed
// content of a QR, the cards and the progress of a customer, the customers whom events
// concern, and the dispatcher that hands events to subscribers. It writes only events, to the
// trail and to the stored answers.
package usecase

import (
	"crypto/rand"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// Base is what every use case stands on: the database, the clock, new ids, and the
// line that each act leaves in the audit trail. Its methods may be called from any
// goroutine.
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

// Actor is who carries out a use case: a user, and the business she acts on.
type Actor struct {
	UserID     string
	Role       loyalty.Role
	BusinessID string // of a SUPERADMIN: the chosen business, or empty
	// MustChoosePassword: the actor signed in with a password that somebody else has
	// given, and may do nothing but replace it.
	MustChoosePassword bool

	DeviceID string // the business's device from which the actor calls; empty: one without a name
}

// Record adds a line to the audit trail of the transaction's business.
func (b *Base) Record(tx *store.Tx, userID string, action loyalty.Action, subjectID, detail string) error {
	now := b.Now()
	id, err := b.IDs.Next(now)
	if err != nil {
		return err
	}
	return tx.Trail().Insert(loyalty.AuditEntry{ID: id, At: now, ActorID: userID, Action: action, SubjectID: subjectID, Detail: detail})
}

// Append adds an event of the transaction's business. Every act that changes what a customer's
// card, a pass or a counter's snapshot shows adds one.
func (b *Base) Append(tx *store.Tx, event loyalty.Event) error {
	event.At = b.Now()
	return tx.Events().Append(event)
}

// Now is the present instant, to the millisecond that is stored.
func (b *Base) Now() time.Time { return b.Clock().UTC().Truncate(time.Millisecond) }
