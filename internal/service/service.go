// Package service holds the use cases of Axioma, the verbs of the business:
// sign in, register a customer, register a visit, redeem a reward. Each is one
// transaction: it asks the domain (package loyalty) what follows and writes
// that through package store.
//
// It knows who is acting and what each may do beyond what the route table
// says. It knows nothing of HTTP or SQL.
package service

import (
	"crypto/rand"
	"sync"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// Options are the parts of the world that a Service uses. The zero value of
// each means the real one.
type Options struct {
	Clock     func() time.Time
	PublicURL string        // where customers reach the program, without trailing slash; in messages
	Session   time.Duration // how long a sign-in holds; 12 hours when zero
	Sender    Sender
}

// Sender says how messages leave the house.
type Sender struct {
	Provider string // ProviderLog when empty
	Number   string // the platform's own, E.164; empty while none is set up
	NumberID string // what the provider calls it
	Hears    bool   // what customers write to the number reaches us
}

// ProviderLog is the provider that writes messages to the server's log.
const ProviderLog = "log"

const defaultSession = 12 * time.Hour

// Service carries out the use cases. Its methods may be called from any
// goroutine.
type Service struct {
	store     *store.Store
	clock     func() time.Time
	ids       loyalty.IDs
	passwords *passwords
	tokens    tokens
	publicURL string
	live      *live
	sender    Sender
	qrKeys    sync.Map // business id -> loyalty.QRKey
	contacts  contacts
	looks     looks

	noticesKept chan struct{} // holds a value while notices were kept that nobody has looked for
}

// New returns a service on an open store. It makes, on the very first start,
// the key that tokens are signed with.
func New(st *store.Store, options Options) (*Service, error) {
	if options.Clock == nil {
		options.Clock = time.Now
	}
	if options.Session == 0 {
		options.Session = defaultSession
	}
	if options.Sender.Provider == "" {
		options.Sender.Provider = ProviderLog
	}
	key, err := tokenKey(st)
	if err != nil {
		return nil, err
	}
	hasher, err := newPasswords()
	if err != nil {
		return nil, err
	}
	return &Service{
		store:     st,
		clock:     options.Clock,
		ids:       loyalty.IDs{Random: rand.Reader},
		passwords: hasher,
		tokens:    tokens{key: key, lifetime: options.Session, clock: options.Clock},
		publicURL: options.PublicURL,
		live:      newLive(),
		sender:    options.Sender,
		looks:     looks{last: map[look]time.Time{}},
		contacts:  contacts{latest: map[deviceOf]loyalty.Contact{}},

		noticesKept: make(chan struct{}, 1),
	}, nil
}

// now is the present instant, to the millisecond that is stored.
func (s *Service) now() time.Time { return s.clock().UTC().Truncate(time.Millisecond) }

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
func (s *Service) record(tx *store.Tx, userID string, action loyalty.Action, subjectID, detail string) error {
	now := s.now()
	id, err := s.ids.Next(now)
	if err != nil {
		return err
	}
	return tx.InsertEvent(loyalty.Event{ID: id, At: now, ActorID: userID, Action: action, SubjectID: subjectID, Detail: detail})
}
