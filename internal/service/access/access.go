// Package access holds the use cases of authentication and rate limits: staff and portal sign-in, accounts, named
// devices, limits of attempts. It knows nothing of cards, visits and rewards.
package access

import (
	"context"
	"net/netip"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/openid"
	"axioma/internal/service/messaging"
	"axioma/internal/service/usecase"
)

// Access holds the use cases of this package.
type Access struct {
	Sessions     *Sessions
	Users        *Users
	Operators    *Operators
	Portal       *Portal
	Proofs       *Proofs
	Attempts     *Attempts
	KnownDevices *KnownDevices
	SigningKeys  *SigningKeys
	Devices      *Devices

	StaffAddresses *StaffAddresses
	Recovery       *Recovery
	Invitations    *Invitations
	Releases       *Releases
	SecondFactors  *SecondFactors
	Passkeys       *Passkeys
	Organisation   *Organisation
}

// Options configure package access.
type Options struct {
	StaffSessionLifetime time.Duration // lifetime of a staff session
	MailEnabled          bool          // e-mails are sent
	MinPassword          int           // minimum length of new passwords, set by the operator; 0: the built-in minimum

	EndAccess       EndAccess
	PublicURL       string // of the web app, for links to owners
	OperatorContact string // shown to owners; empty: unknown

	SecondFactorExempt func(email string) bool // accounts that need no second factor; nil: none
	OperatorsFrom      []netip.Prefix          // networks of the operators; none: all

	OpenID *openid.Provider // by which operators may sign in; nil: none

	SigningKeys [][]byte // secrets from the settings: the first signs, all verify; none: the keys are in the database
}

// New returns the use cases. On the first start it creates the signing key of tokens and the key of hashes.
func New(base *usecase.Base, messages *messaging.Messages, options Options) (Access, error) {
	keys, err := loadSigningKeys(context.Background(), base, options.SigningKeys, options.StaffSessionLifetime)
	if err != nil {
		return Access{}, err
	}
	hashKey, err := usecase.LoadPlatformKey(context.Background(), base.Store, hashKeySetting)
	if err != nil {
		return Access{}, err
	}
	hasher, err := newPasswords(options.MinPassword)
	if err != nil {
		return Access{}, err
	}
	signer, err := newTokens(keys, hashKey, options.StaffSessionLifetime, base.Clock)
	if err != nil {
		return Access{}, err
	}
	sessions := &Sessions{
		base: base, tokens: signer, passwords: hasher, isExempt: options.SecondFactorExempt,
		uses:  &sessionUses{latest: map[string]sessionUse{}, refused: map[string]bool{}},
		mails: accountMails{base, options.MailEnabled, options.PublicURL}, operators: operatorNetworks{allowed: options.OperatorsFrom},
	}
	if sessions.isExempt == nil {
		sessions.isExempt = func(string) bool { return false }
	}
	users := &Users{base: base, sessions: sessions, passwords: hasher}
	staff := &StaffAddresses{base: base, tokens: signer, seen: map[string]staffSighting{}}
	attempts := newAttempts(base, signer, staff, signInAlerts{base, options.MailEnabled, options.PublicURL})
	known := &KnownDevices{base: base, tokens: signer}
	if err := known.readGeneration(context.Background()); err != nil {
		return Access{}, err
	}
	portal := &Portal{
		base: base, tokens: signer, sessions: sessions, attempts: attempts, messages: messages,
		mail: options.MailEnabled, endAccess: options.EndAccess, birthdays: birthdayCheck{base, attempts},
		portalSessions: portalSessions{base, signer},
	}
	party, err := newRelyingParty(options.PublicURL)
	if err != nil {
		return Access{}, err
	}
	proofs := &Proofs{base: base, tokens: signer, portal: portal, messages: messages}
	return Access{
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
			methods: RecoveryMethods{Email: options.MailEnabled, Contact: options.OperatorContact, ShortestPassword: hasher.shortest(loyalty.MinOwnPassword)},
		},
		Invitations:   &Invitations{base: base, users: users, sessions: sessions, passwords: hasher, publicURL: options.PublicURL, mail: options.MailEnabled},
		SecondFactors: &SecondFactors{base: base, sessions: sessions, users: users, passwords: hasher, party: party},
		Passkeys:      &Passkeys{base: base, sessions: sessions, party: party},
		Organisation:  &Organisation{base: base, sessions: sessions, provider: options.OpenID},
		KnownDevices:  known,
		SigningKeys:   keys,
		Devices:       &Devices{base: base, tokens: signer, contacts: contactBuffer{latest: map[deviceKey]loyalty.Contact{}}},
	}, nil
}

// MaintenanceTasks returns the tasks that remove expired data.
func (g *Access) MaintenanceTasks() []usecase.MaintenanceTask {
	return []usecase.MaintenanceTask{g.Portal.removeExpiredCodes, g.Portal.portalSessions.removeExpired, g.Attempts.removeExpired, g.Proofs.RemoveExpired, g.SigningKeys.removeExpired, g.Sessions.removeExpired, g.Passkeys.removeExpired, g.Devices.removeExpired, g.Recovery.removeExpired, g.Invitations.removeExpired}
}
