package service

import (
	"context"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// OwnData is all data of a customer, newest first.
type OwnData struct {
	Customer    loyalty.Customer
	Business    loyalty.Business
	Consents    []loyalty.Consent
	Visits      []usecase.ListedVisit
	Adjustments []ListedAdjustment
	Claims      []store.ImportClaim // of consents in imported files
	Usual       Usual               // even if disabled in the business
	Rewards     []ListedReward      // of a family's card only those they redeemed or earned
	Messages    []loyalty.Message

	Texts []loyalty.CustomerText // empty in a session opened by e-mail

	EmailUnverified   bool
	SessionByEmail    bool
	SessionUnverified bool // omits private data

	PhoneVerifiedAt time.Time
	SignedInAt      time.Time
}

const maxOwnDataRows = 100_000

// Data returns a customer's own data. For unverified sessions it omits private data, as birthday and messages.
func (s *SelfService) Data(ctx context.Context, user access.PortalUser) (OwnData, error) {
	data := OwnData{SessionByEmail: user.Email != "", SessionUnverified: user.Unverified}
	all := store.Page{Limit: maxOwnDataRows}
	err := s.base.Store.ViewBusiness(ctx, user.BusinessID, func(tx *store.Tx) (err error) {
		if data.Business, err = tx.Business().Get(); err != nil {
			return err
		}
		if data.Customer, err = tx.Customers().Get(user.CustomerID); err != nil {
			return err
		}
		if data.Customer.Guardian, err = s.customers.guardianOf(tx, data.Customer); err != nil {
			return err
		}
		if data.PhoneVerifiedAt, data.SignedInAt, err = tx.Customers().LastSeen(user.CustomerID); err != nil {
			return err
		}
		if data.EmailUnverified, err = isEmailUnverified(tx, data.Customer); err != nil {
			return err
		}
		if data.Consents, err = tx.Consents().Of(user.CustomerID); err != nil {
			return err
		}
		visits, err := tx.Visits().List(user.CustomerID, "", all)
		if err != nil {
			return err
		}
		data.Visits = visits.Items
		if data.Adjustments, err = tx.Cards().ListAdjustments(user.CustomerID, maxOwnDataRows); err != nil {
			return err
		}
		if data.Claims, err = store.ImportsIn(tx).ClaimsOf(user.CustomerID); err != nil {
			return err
		}
		if data.Usual, err = storedUsual(tx, user.CustomerID); err != nil {
			return err
		}
		own, err := tx.Cards().Of(user.CustomerID)
		if err != nil {
			return err
		}
		if data.Rewards, err = tx.Rewards().OfCustomer(user.CustomerID, own.ID); err != nil {
			return err
		}
		messages, err := tx.Messages().ToCustomer(user.CustomerID, all)
		data.Messages = withoutCodes(messages.Items)
		if err != nil || data.SessionByEmail { // a session opened by e-mail does not prove the phone
			return err
		}
		data.Texts, err = tx.Messages().TextsOf(user.CustomerID, loyalty.NewRetention(s.base.Now()).Texts)
		return err
	})
	if user.Unverified {
		data = data.withoutPrivateData()
	}
	return data, err
}

func (d OwnData) withoutPrivateData() OwnData {
	d.Customer.Birthday, d.Customer.Notes, d.Customer.Guardian, d.Customer.Family = "", "", "", nil
	d.Claims, d.Customer.ImportedVisitDay, d.Usual = nil, "", Usual{}
	d.Visits, d.Messages, d.Adjustments = withoutNotes(d.Visits), nil, withoutReasons(d.Adjustments)
	for i := range d.Consents {
		d.Consents[i].GivenBy = ""
	}
	return d
}

// UsualPicture returns a picture, even if disabled. Errors: loyalty.ErrUsualPictureNotFound, loyalty.ErrPhoneUnverified.
func (s *SelfService) UsualPicture(ctx context.Context, user access.PortalUser, pictureID string) (picture []byte, err error) {
	if err := user.RequireVerified(); err != nil {
		return nil, err
	}
	err = s.base.Store.ViewBusiness(ctx, user.BusinessID, func(tx *store.Tx) error {
		picture, err = store.UsualsIn(tx).Picture(user.CustomerID, pictureID)
		return err
	})
	return picture, err
}

func isEmailUnverified(tx *store.Tx, customer loyalty.Customer) (bool, error) {
	if customer.Email == "" || customer.IsChild() {
		return false, nil
	}
	email, err := tx.Phones().SignInEmail(customer.ID)
	return !email.CanSignIn(), err
}

// withoutCodes hides codes, because customers may show their data to others.
func withoutCodes(messages []loyalty.Message) []loyalty.Message {
	for i := range messages {
		if messages[i].Kind.BringsCode() {
			messages[i].Text = ""
		}
	}
	return messages
}

// Change changes name, e-mail or birthday; phone and a minor's birthday change only at the counter. A session by phone
// verifies the sent e-mail; one by e-mail cannot change it. Unverified sessions get loyalty.ErrPhoneUnverified.
func (s *SelfService) Change(ctx context.Context, user access.PortalUser, changes loyalty.CustomerChanges) error {
	if err := user.RequireVerified(); err != nil {
		return err
	}
	changes = loyalty.CustomerChanges{
		Name: changes.Name, Email: changes.Email, Birthday: changes.Birthday, Guardian: changes.Guardian, ByCustomer: true, ByEmailSession: user.Email != "",
	}
	_, err := s.customers.Change(ctx, user.Actor(), user.CustomerID, changes)
	return err
}

// SetConsent changes one marketing purpose. Minors cannot accept promotions; for children the guardian's consents
// count. Unverified sessions may only withdraw: loyalty.ErrPhoneUnverified.
func (s *SelfService) SetConsent(ctx context.Context, user access.PortalUser, kind loyalty.ConsentKind, granted bool) error {
	if !slices.Contains(loyalty.MarketingConsents(), kind) {
		return loyalty.InvalidField("kind", "Este consentimiento no se puede cambiar aquí.")
	}
	if err := user.RequireVerified(); granted && err != nil {
		return err
	}
	return s.base.Store.InBusiness(ctx, user.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Lock(user.CustomerID)
		if err != nil {
			return err
		}
		if customer.IsChild() {
			return loyalty.InvalidField("kind", "Lo que llega a tu teléfono se cambia en los datos de tu propia tarjeta.")
		}
		if granted && kind == loyalty.ConsentPromotions {
			if err := s.customers.refuseMinor(tx, customer); err != nil {
				return err
			}
		}
		consents, err := tx.Consents().Of(customer.ID)
		if err != nil {
			return err
		}
		if last, exists := loyalty.LatestConsent(consents, kind); exists && last.Granted == granted {
			return nil
		}
		if err := s.base.RecordConsent(tx, loyalty.Consent{CustomerID: customer.ID, Kind: kind, Granted: granted, Form: loyalty.FormPortal}); err != nil {
			return err
		}
		if err := s.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventConsentChanged, customer)); err != nil {
			return err
		}
		return s.base.Record(tx, "", loyalty.ActionConsentChanged, customer.ID, string(kind))
	})
}

// RequestErasure archives a customer with children and ends the session. Unverified sessions get
// loyalty.ErrPhoneUnverified.
func (s *SelfService) RequestErasure(ctx context.Context, user access.PortalUser) error {
	if err := user.RequireVerified(); err != nil {
		return err
	}
	return s.base.Store.InBusiness(ctx, user.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Lock(user.CustomerID)
		if err != nil {
			return err
		}
		leaving, err := withChildren(tx, customer)
		if err != nil {
			return err
		}
		for _, leaves := range leaving {
			if err := s.block(tx, leaves); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *SelfService) block(tx *store.Tx, customer loyalty.Customer) error {
	if err := s.consents.withdrawAll(tx, customer.ID, loyalty.FormErasure); err != nil {
		return err
	}
	if err := s.usuals.withdraw(tx, customer, loyalty.FormErasure, ""); err != nil {
		return err
	}
	if err := tx.Erasures().Insert(loyalty.NewErasure(customer.ID, s.base.Now())); err != nil {
		return err
	}
	if err := tx.Customers().Archive(customer.ID, s.base.Now()); err != nil {
		return err
	}
	if err := s.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventCustomerArchived, customer)); err != nil {
		return err
	}
	return s.base.Record(tx, "", loyalty.ActionErasureRequested, customer.ID, "")
}
