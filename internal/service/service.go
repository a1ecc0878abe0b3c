// Package service holds the use cases of Axioma, the verbs of the business, by noun:
// Visits.Register, Rewards.Redeem, Customers.Create. Each is one transaction: it asks
// the domain (package loyalty) what follows and writes that through package store.
// Package access decides who may come in, package messaging writes to customers, package
// passes keeps cards in wallets up to date, and package act is what they all stand on. All
// other use cases are here.
//
// It knows who is acting and what each may do beyond what the route table
// says. It knows nothing of HTTP or SQL.
package service

import (
	"slices"
	"time"

	"axioma/internal/logo"
	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/messaging"
	"axioma/internal/service/passes"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Options are the parts of the world that a Service uses. Their zero values are the
// real clock, 12 hours and the log.
type Options struct {
	Clock           func() time.Time
	PublicURL       string        // where customers reach the program, without trailing slash; in messages
	WalletPasses    bool          // passes are made: messages say how to put a card into a telephone's wallet
	SessionLifetime time.Duration // how long a sign-in holds; 12 hours when zero
	Sender          messaging.Sender
	MailEnabled     bool // e-mails leave: whoever signs in may have her code by one

	OperatorContact string // how owners reach the operator; empty: unknown
}

const defaultSession = 12 * time.Hour

// Service holds the use cases by noun. Their methods may be called from any goroutine.
type Service struct {
	access.Guard
	messaging.Post
	passes.Wallets

	Adjustments   *Adjustments
	Businesses    *Businesses
	Cards         *usecase.Cards
	Children      *Children
	Consents      *Consents
	ControlPanel  *ControlPanel
	Customers     *Customers
	Exports       *Exports
	Families      *Families
	Handovers     *Handovers
	LimitHits     *usecase.LimitHits // of limits
	Live          *Live
	Mails         *Mails
	Merges        *Merges
	QRChanges     *QRChanges
	QRCodes       *usecase.QRCodes
	Registrations *Registrations
	Reports       *Reports
	Rewards       *Rewards
	SelfService   *SelfService
	Snapshots     *Snapshots
	Unverified    *Unverified
	Maintenance   *Maintenance
	Visits        *Visits
}

// New returns the use cases on an open store. It makes, on the very first start,
// the key that tokens are signed with.
func New(st *store.Store, options Options) (*Service, error) {
	if options.Clock == nil {
		options.Clock = time.Now
	}
	if options.SessionLifetime == 0 {
		options.SessionLifetime = defaultSession
	}
	base := usecase.NewBase(st, options.Clock)
	s := &Service{QRCodes: usecase.NewQRCodes(base), LimitHits: base.LimitHits}
	s.Post = messaging.New(base, s.QRCodes, messaging.Options{
		Sender: options.Sender, PublicURL: options.PublicURL, Wallets: options.WalletPasses, Mail: options.MailEnabled,
		MailRoom: func(tx *store.Tx, businessID string, to loyalty.SignInEmail) (bool, error) {
			return s.Attempts.RoomForQRMail(tx, businessID, to)
		},
		TakeProof: func(tx *store.PlatformTx, in messaging.Inbound, code string) error {
			return s.Proofs.Take(tx, in, code)
		},
	})
	var err error
	s.Guard, err = access.New(base, s.Messages, access.Options{
		Session: options.SessionLifetime, Mail: options.MailEnabled, PublicURL: options.PublicURL, OperatorContact: options.OperatorContact,
		EndAccess: func(tx *store.Tx, customerID string) error {
			return s.QRChanges.endAccessAfterFirstProof(tx, usecase.Actor{}, customerID)
		},
	})
	if err != nil {
		return nil, err
	}
	s.addUseCases(base)
	return s, nil
}

// addUseCases adds the use cases of this package.
func (s *Service) addUseCases(base *usecase.Base) {
	s.Cards, s.Consents = usecase.NewCards(base), &Consents{base}
	s.Rewards = &Rewards{base: base, cards: s.Cards}
	s.Visits = &Visits{base: base, cards: s.Cards, portal: s.Portal}
	s.Adjustments = &Adjustments{base: base, cards: s.Cards, rewards: s.Rewards}
	dispatcher := usecase.NewDispatcher(base)
	s.Wallets = passes.New(base, s.Cards, s.QRCodes, dispatcher)
	s.QRChanges = &QRChanges{base: base, attempts: s.Attempts, passes: s.Passes, messages: s.Messages}
	s.Customers = &Customers{base: base, rewards: s.Rewards, qrChanges: s.QRChanges, messages: s.Messages, portal: s.Portal}
	s.Children = &Children{base: base, customers: s.Customers, attempts: s.Attempts}
	s.Registrations = &Registrations{
		base: base, customers: s.Customers, attempts: s.Attempts, portal: s.Portal, messages: s.Messages,
	}
	s.SelfService = &SelfService{base: base, customers: s.Customers, consents: s.Consents, cards: s.Cards, visits: s.Visits, rewards: s.Rewards, adjustments: s.Adjustments}
	s.Families = &Families{base: base, cards: s.Cards}
	s.Merges = &Merges{base: base, customers: s.Customers, cards: s.Cards, rewards: s.Rewards, qrChanges: s.QRChanges}
	s.Businesses = &Businesses{base: base, users: s.Users, rewards: s.Rewards, logos: logo.NewReader()}
	s.ControlPanel = &ControlPanel{base: base, businesses: s.Businesses, users: s.Users}
	s.Reports, s.Exports, s.Live = &Reports{base}, &Exports{base}, newLive(base, dispatcher)
	s.Handovers = &Handovers{base: base, devices: s.Devices, visits: s.Visits}
	s.Mails = &Mails{base: base, qrCodes: s.QRCodes}
	s.Unverified = &Unverified{base}
	s.Snapshots = &Snapshots{base: base, qrCodes: s.QRCodes}
	s.Maintenance = &Maintenance{base: base, tasks: slices.Concat(s.Guard.Chores(), s.Post.Chores(), s.Wallets.MaintenanceJobs(), []usecase.MaintenanceTask{s.Mails.removeExpired, s.Reports.UpdateRhythms})}
}
