// Package service has the use cases by noun, as in Visits.Register. They apply the rules of package
// loyalty in transactions of package store, and check permissions beyond the route table. They have no HTTP or SQL.
// Subpackages: access authenticates, messaging queues messages, passes updates wallets, usecase is the base.
package service

import (
	"net/netip"
	"slices"
	"time"

	"axioma/internal/logo"
	"axioma/internal/loyalty"
	"axioma/internal/openid"
	"axioma/internal/photo"
	"axioma/internal/service/access"
	"axioma/internal/service/messaging"
	"axioma/internal/service/passes"
	"axioma/internal/service/restoring"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Options configure a Service. Zero values mean defaults.
type Options struct {
	Clock           func() time.Time
	PublicURL       string
	WalletPasses    bool
	SessionLifetime time.Duration // 0: 12 hours
	Sender          messaging.Sender
	MailEnabled     bool // codes may be sent by e-mail

	OperatorContact string
	MinPassword     int // of new passwords; 0: built-in

	SecondFactorExempt func(email string) bool // demo accounts with a public password; nil: none
	OperatorsFrom      []netip.Prefix          // networks of operators; none: all

	OpenID *openid.Provider // nil: none

	SigningKeys [][]byte // the first signs, all verify; none: in the database

	OpenScratch restoring.OpenScratch // for restores; nil migrates; tests copy a template
}

const defaultSession = 12 * time.Hour

// Service holds the use cases, safe for concurrent use.
type Service struct {
	access.Access
	messaging.Messaging
	passes.Wallets

	Activity                *Activity
	Adjustments             *Adjustments
	Businesses              *Businesses
	Cards                   *usecase.Cards
	Chains                  *Chains
	Children                *Children
	Consents                *Consents
	ControlPanel            *ControlPanel
	ClockRepairs            *ClockRepairs
	Customers               *Customers
	Exports                 *Exports
	Families                *Families
	FirstSteps              *FirstSteps
	Handovers               *Handovers
	Imports                 *Imports
	LimitHits               *usecase.LimitHits
	Live                    *Live
	Mails                   *Mails
	Merges                  *Merges
	QRChanges               *QRChanges
	QRCodes                 *usecase.QRCodes
	QRLabels                *QRLabels
	Registrations           *Registrations
	Counts                  *Counts
	Insights                *Insights
	Reports                 *Reports
	Restores                *restoring.Restores
	Rewards                 *Rewards
	SelfService             *SelfService
	Snapshots               *Snapshots
	UnverifiedRegistrations *UnverifiedRegistrations
	Usuals                  *Usuals
	Maintenance             *Maintenance
	Visits                  *Visits
	WeekMails               *WeekMails

	ImportedCustomers *ImportedCustomers
}

// New creates keys on the first start.
func New(st *store.Store, options Options) (*Service, error) {
	if options.Clock == nil {
		options.Clock = time.Now
	}
	if options.SessionLifetime == 0 {
		options.SessionLifetime = defaultSession
	}
	base := usecase.NewBase(st, options.Clock)
	s := &Service{QRCodes: usecase.NewQRCodes(base), LimitHits: base.LimitHits}
	s.Messaging = messaging.New(base, s.QRCodes, messaging.Options{
		Sender: options.Sender, PublicURL: options.PublicURL, WalletPasses: options.WalletPasses, MailEnabled: options.MailEnabled,
		MailLimiter: func(tx *store.Tx, businessID string, to loyalty.SignInEmail) (bool, error) {
			return s.Attempts.AllowQRMail(tx, businessID, to)
		},
		HandleProof: func(tx *store.PlatformTx, in messaging.Inbound, code string) error {
			return s.Proofs.HandleMessage(tx, in, code)
		},
	})
	var err error
	s.Access, err = access.New(base, s.Messages, access.Options{
		StaffSessionLifetime: options.SessionLifetime, MailEnabled: options.MailEnabled, PublicURL: options.PublicURL, OperatorContact: options.OperatorContact,
		SecondFactorExempt: options.SecondFactorExempt, OperatorsFrom: options.OperatorsFrom,
		MinPassword: options.MinPassword, SigningKeys: options.SigningKeys, OpenID: options.OpenID,
		EndAccess: func(tx *store.Tx, customerID string) error {
			return s.QRChanges.endAccessAfterFirstProof(tx, usecase.Actor{}, customerID)
		},
	})
	if err != nil {
		return nil, err
	}
	s.Restores = restoring.New(base, options.OpenScratch)
	s.addUseCases(base)
	s.WeekMails = &WeekMails{base: base, reports: s.Reports, firstSteps: s.FirstSteps, messages: s.Messages, sends: options.MailEnabled, publicURL: options.PublicURL}
	return s, nil
}

func (s *Service) addUseCases(base *usecase.Base) {
	s.Cards, s.Consents = usecase.NewCards(base), &Consents{base}
	s.Rewards = &Rewards{base: base, cards: s.Cards}
	s.Visits = &Visits{base: base, cards: s.Cards, portal: s.Portal, scans: hashedScans{base: base, qrCodes: s.QRCodes}}
	s.Adjustments = &Adjustments{base: base, cards: s.Cards, rewards: s.Rewards}
	dispatcher := usecase.NewDispatcher(base)
	s.Wallets = passes.New(base, s.Cards, s.QRCodes, dispatcher)
	s.QRChanges = &QRChanges{base: base, attempts: s.Attempts, passes: s.Passes, messages: s.Messages}
	s.Customers = &Customers{base: base, rewards: s.Rewards, qrChanges: s.QRChanges, messages: s.Messages, portal: s.Portal}
	s.Imports = newImports(base, s.Customers, s.Adjustments)
	s.Children = &Children{base: base, customers: s.Customers, attempts: s.Attempts}
	s.Registrations = &Registrations{
		base: base, customers: s.Customers, attempts: s.Attempts, portal: s.Portal, messages: s.Messages,
	}
	s.Usuals = &Usuals{base: base, customers: s.Customers, photos: photo.NewReader()}
	s.SelfService = &SelfService{base: base, customers: s.Customers, consents: s.Consents, cards: s.Cards, visits: s.Visits, rewards: s.Rewards, adjustments: s.Adjustments, usuals: s.Usuals}
	s.Families, s.FirstSteps = &Families{base: base, cards: s.Cards}, &FirstSteps{base}
	s.Merges = &Merges{base: base, customers: s.Customers, cards: s.Cards, rewards: s.Rewards, qrChanges: s.QRChanges}
	s.Businesses = &Businesses{base: base, users: s.Users, rewards: s.Rewards, logos: logo.NewReader()}
	s.ControlPanel = &ControlPanel{base: base, businesses: s.Businesses, users: s.Users}
	s.Reports, s.Exports, s.Live = &Reports{base}, &Exports{base}, newLive(base, dispatcher)
	s.Insights, s.Counts, s.Chains = &Insights{base}, newCounts(base), &Chains{base: base}
	s.Handovers = &Handovers{base: base, devices: s.Devices, visits: s.Visits}
	s.Mails = &Mails{base: base, qrCodes: s.QRCodes}
	s.UnverifiedRegistrations, s.Activity = &UnverifiedRegistrations{base}, &Activity{base}
	s.QRLabels = &QRLabels{base: base, qrCodes: s.QRCodes}
	s.ImportedCustomers = &ImportedCustomers{base}
	s.Snapshots = &Snapshots{base: base, qrCodes: s.QRCodes}
	s.ClockRepairs = newClockRepairs(base)
	s.Maintenance = &Maintenance{base: base, counts: s.Counts, chains: s.Chains, tasks: slices.Concat(s.Access.MaintenanceTasks(), s.Messaging.MaintenanceTasks(), s.Wallets.MaintenanceTasks(), []usecase.MaintenanceTask{s.Mails.removeExpired, s.Imports.RemoveExpired, s.Reports.UpdateRhythms, s.Activity.removeRefusedSignIns})}
}
