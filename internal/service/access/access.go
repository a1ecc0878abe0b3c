// Package access holds the use cases that decide who somebody is and what she may
// try: staff sign in, customers open their portal by a code or a message, accounts are
// managed, devices get names, and what strangers try is counted.
//
// It knows nothing of cards, visits and rewards.
package access

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/messaging"
	"axioma/internal/service/usecase"
)

// Guard is all that decides who somebody is and what she may try.
type Guard struct {
	Sessions     *Sessions
	Users        *Users
	Operators    *Operators
	Portal       *Portal
	Proofs       *Proofs
	Attempts     *Attempts
	KnownDevices *KnownDevices
	Devices      *Devices

	StaffAddresses *StaffAddresses
	Recovery       *Recovery
	Releases       *Releases
}

// Options are what access depends on.
type Options struct {
	Session time.Duration // how long a sign-in of the staff holds
	Mail    bool          // e-mails leave

	EndAccess       EndAccess
	PublicURL       string // where owners reach the web app
	OperatorContact string // how owners reach the operator; empty: unknown
}

// New returns access on a base. It makes, on the very first start, the key that tokens are
// signed with.
func New(base *usecase.Base, messages *messaging.Messages, options Options) (Guard, error) {
	key, err := usecase.LoadPlatformKey(context.Background(), base.Store, tokenKeySetting)
	if err != nil {
		return Guard{}, err
	}
	hasher, err := newPasswords()
	if err != nil {
		return Guard{}, err
	}
	signer, err := newTokens(key, options.Session, base.Clock)
	if err != nil {
		return Guard{}, err
	}
	sessions := &Sessions{base: base, tokens: signer, passwords: hasher}
	users := &Users{base: base, sessions: sessions, passwords: hasher}
	staff := &StaffAddresses{base: base, tokens: signer, seen: map[string]staffSighting{}}
	attempts := newAttempts(base, signer, staff, triedMails{base, options.Mail, options.PublicURL})
	known := &KnownDevices{base: base, tokens: signer}
	if err := known.readGeneration(context.Background()); err != nil {
		return Guard{}, err
	}
	portal := &Portal{
		base: base, tokens: signer, sessions: sessions, attempts: attempts, messages: messages,
		mail: options.Mail, endAccess: options.EndAccess, birthdays: birthdays{base, attempts},
		openings: openings{base, signer},
	}
	proofs := &Proofs{base: base, tokens: signer, portal: portal, messages: messages}
	return Guard{
		Sessions:  sessions,
		Users:     users,
		Operators: &Operators{base: base, sessions: sessions, users: users, passwords: hasher, devices: known},
		Portal:    portal,
		Proofs:    proofs,
		Releases:  &Releases{base: base, portal: portal, proofs: proofs},
		Attempts:  attempts,

		StaffAddresses: staff,

		Recovery: &Recovery{
			base: base, sessions: sessions, passwords: hasher, publicURL: options.PublicURL,
			ways: RecoveryWays{Email: options.Mail, Contact: options.OperatorContact},
		},
		KnownDevices: known,
		Devices:      &Devices{base: base, tokens: signer, contacts: contacts{latest: map[deviceOf]loyalty.Contact{}}},
	}, nil
}

// Chores remove what access needs no longer.
func (g *Guard) Chores() []usecase.MaintenanceTask {
	return []usecase.MaintenanceTask{g.Portal.forgetCodes, g.Portal.openings.forget, g.Attempts.forget, g.Proofs.Forget, g.Sessions.forget, g.Devices.forget, g.Recovery.forget}
}
