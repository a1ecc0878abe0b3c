package service

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
	store *store.Store
	clock func() time.Time
	ids   loyalty.IDs
}

// newBase returns a base on an open store.
func newBase(st *store.Store, clock func() time.Time) *Base {
	return &Base{store: st, clock: clock, ids: loyalty.IDs{Random: rand.Reader}}
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

// record adds a line to the audit trail of the transaction's business.
func (b *Base) record(tx *store.Tx, userID string, action loyalty.Action, subjectID, detail string) error {
	now := b.now()
	id, err := b.ids.Next(now)
	if err != nil {
		return err
	}
	return tx.Trail().Insert(loyalty.Event{ID: id, At: now, ActorID: userID, Action: action, SubjectID: subjectID, Detail: detail})
}

// now is the present instant, to the millisecond that is stored.
func (b *Base) now() time.Time { return b.clock().UTC().Truncate(time.Millisecond) }
