// Package access authenticates staff and customers, manages accounts and named devices, and limits attempts.
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

// Access groups the use cases.
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

// Options configure the package.
type Options struct {
	StaffSessionLifetime time.Duration
	MailEnabled          bool
	MinPassword          int // 0: built-in

	EndAccess       EndAccess
	PublicURL       string
	OperatorContact string

	SecondFactorExempt func(email string) bool
	OperatorsFrom      []netip.Prefix // none: all

	OpenID *openid.Provider

	SigningKeys [][]byte // the first signs, all verify; none: in the database
}

// New returns the use cases. On the first start it creates the keys of tokens and hashes.
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
		uses:  &sessionUses{latest: map[string]sessionUse{}, refusals: map[string]time.Time{}},
		mails: accountMails{base, options.MailEnabled, options.PublicURL}, operators: operatorNetworks{prefixes: options.OperatorsFrom},
	}
	if sessions.isExempt == nil {
		sessions.isExempt = func(string) bool { return false }
	}
	users := &Users{base: base, sessions: sessions, passwords: hasher}
	staff := &StaffAddresses{base: base, tokens: signer, sightings: map[string]staffSighting{}}
	attempts := newAttempts(base, signer, staff, signInAlerts{base, options.MailEnabled, options.PublicURL})
	knownDevices := &KnownDevices{base: base, tokens: signer}
	if err := knownDevices.readGeneration(context.Background()); err != nil {
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
		Operators: &Operators{base: base, sessions: sessions, users: users, passwords: hasher, devices: knownDevices},
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
		KnownDevices:  knownDevices,
		SigningKeys:   keys,
		Devices:       &Devices{base: base, tokens: signer, contacts: contactBuffer{latest: map[deviceKey]loyalty.Contact{}}},
	}, nil
}

// MaintenanceTasks remove expired data.
func (g *Access) MaintenanceTasks() []usecase.MaintenanceTask {
	return []usecase.MaintenanceTask{g.Portal.removeExpiredCodes, g.Portal.portalSessions.removeExpired, g.Attempts.removeExpired, g.Proofs.RemoveExpired, g.SigningKeys.removeExpired, g.Sessions.removeExpired, g.Passkeys.removeExpired, g.Devices.removeExpired, g.Recovery.removeExpired, g.Invitations.removeExpired}
}
