package service

import (
	"time"

	"axioma/internal/loyalty"
)

// Access is all that decides who somebody is and what she may try.
type Access struct {
	Sessions     *Sessions
	Users        *Users
	Operators    *Operators
	Portal       *Portal
	Proofs       *Proofs
	Attempts     *Attempts
	KnownDevices *KnownDevices
	Devices      *Devices
}

// newAccess returns access on a base, with sessions of staff that hold so long. It
// makes, on the very first start, the key that tokens are signed with.
func newAccess(base *Base, outbox *Outbox, session time.Duration) (Access, error) {
	key, err := tokenKey(base.store)
	if err != nil {
		return Access{}, err
	}
	hasher, err := newPasswords()
	if err != nil {
		return Access{}, err
	}
	signer := tokens{key: key, lifetime: session, clock: base.clock}
	sessions := &Sessions{Base: base, tokens: signer, passwords: hasher}
	users := &Users{Base: base, sessions: sessions, passwords: hasher}
	attempts := &Attempts{Base: base, tokens: signer}
	portal := &Portal{Base: base, tokens: signer, sessions: sessions, attempts: attempts, outbox: outbox}
	return Access{
		Sessions:     sessions,
		Users:        users,
		Operators:    &Operators{Base: base, sessions: sessions, users: users, passwords: hasher},
		Portal:       portal,
		Proofs:       &Proofs{Base: base, tokens: signer, portal: portal, outbox: outbox},
		Attempts:     attempts,
		KnownDevices: &KnownDevices{Base: base, tokens: signer},
		Devices:      &Devices{Base: base, tokens: signer, contacts: contacts{latest: map[deviceOf]loyalty.Contact{}}},
	}, nil
}

// Chores remove what of access is not needed any more.
func (a *Access) Chores() []Chore {
	return []Chore{a.Portal.forgetCodes, a.Attempts.forget, a.Proofs.forget, a.Sessions.forget, a.Devices.forget}
}
