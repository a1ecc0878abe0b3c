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

// OwnData is what is kept about a customer.
type OwnData struct {
	Customer    loyalty.Customer
	Business    loyalty.Business
	Consents    []loyalty.Consent     // newest first
	Visits      []usecase.ListedVisit // newest first
	Adjustments []ListedAdjustment    // newest first
	Rewards     []ListedReward        // newest first: of her own card, and of a family's those that she was given or that her visits earned
	Messages    []loyalty.Message     // newest first; codes come without their text

	Texts []loyalty.CustomerText // what she wrote by WhatsApp, newest first; none in a session that came by e-mail

	EmailUnverified   bool // she has an e-mail, which opens nothing until she says once more that it is hers
	SessionByEmail    bool // she has signed in with it
	SessionUnverified bool // the session is unproved: what the staff wrote, and the birthday, are left out

	PhoneVerifiedAt time.Time // when the customer proved that the phone is hers; zero: never
	SignedInAt      time.Time
}

// maxOwnDataRows is how many lines of a list a customer's data can have.
const maxOwnDataRows = 100_000

// Data returns all that is kept about a signed-in customer. A session that is unproved gets
// neither notes nor the birthday, nor what was written to the phone.
func (s *SelfService) Data(ctx context.Context, user access.PortalUser) (OwnData, error) {
	data := OwnData{SessionByEmail: user.Email != "", SessionUnverified: user.Unproved}
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
		if data.Adjustments, err = tx.Adjustments().List(user.CustomerID, maxOwnDataRows); err != nil {
			return err
		}
		own, err := tx.Cards().Of(user.CustomerID)
		if err != nil {
			return err
		}
		if data.Rewards, err = tx.Rewards().About(user.CustomerID, own.ID); err != nil {
			return err
		}
		messages, err := tx.Messages().To(user.CustomerID, all)
		data.Messages = withoutCodes(messages.Items)
		if err != nil || data.SessionByEmail { // the phone wrote them, and only who has it reads them
			return err
		}
		data.Texts, err = tx.Messages().TextsOf(user.CustomerID, loyalty.NewRetention(s.base.Now()).Texts)
		return err
	})
	if user.Unproved {
		data = data.withoutPrivateData()
	}
	return data, err
}

// withoutPrivateData are the data that a session gets of which it is not known whose it is.
func (d OwnData) withoutPrivateData() OwnData {
	d.Customer.Birthday, d.Customer.Notes, d.Customer.Guardian, d.Customer.Family = "", "", "", nil
	d.Visits, d.Messages, d.Adjustments = withoutNotes(d.Visits), nil, withoutReasons(d.Adjustments)
	for i := range d.Consents {
		d.Consents[i].GivenBy = ""
	}
	return d
}

// isEmailUnverified reports whether a customer's e-mail does not open her cards. A child's opens
// none: it is her guardian's that does.
func isEmailUnverified(tx *store.Tx, customer loyalty.Customer) (bool, error) {
	if customer.Email == "" || customer.IsChild() {
		return false, nil
	}
	standing, err := tx.Phones().EmailStanding(customer.ID)
	return !standing.CanSignIn(), err
}

// withoutCodes takes the texts off codes: the data may be read by somebody to
// whom the customer has shown them.
func withoutCodes(messages []loyalty.Message) []loyalty.Message {
	for i := range messages {
		if messages[i].Kind.BringsCode() {
			messages[i].Text = ""
		}
	}
	return messages
}

// Change corrects a customer's own name, e-mail or birthday. Her phone is
// changed at the counter: it is what she signs in with. So is a minor's
// birthday. An e-mail that she sends from a session of her phone is hers from then on, also
// the one on file; in a session that came by e-mail it cannot be changed. A session that is
// unproved is refused with loyalty.ErrPhoneUnproved.
func (s *SelfService) Change(ctx context.Context, user access.PortalUser, changes loyalty.CustomerChanges) error {
	if err := user.MustBeProved(); err != nil {
		return err
	}
	changes = loyalty.CustomerChanges{
		Name: changes.Name, Email: changes.Email, Birthday: changes.Birthday, Guardian: changes.Guardian, ByCustomer: true, ByEmailSession: user.Email != "",
	}
	_, err := s.customers.Change(ctx, user.Actor(), user.CustomerID, changes)
	return err
}

// SetConsent accepts or withdraws one purpose of marketing. What stands
// already is not recorded again. A minor cannot accept promotions, and of a child her
// guardian's own words hold. A session that is unproved withdraws, and accepts nothing: it is
// refused with loyalty.ErrPhoneUnproved.
func (s *SelfService) SetConsent(ctx context.Context, user access.PortalUser, kind loyalty.ConsentKind, granted bool) error {
	if !slices.Contains(loyalty.MarketingConsents(), kind) {
		return loyalty.InvalidField("kind", "Este consentimiento no se puede cambiar aquí.")
	}
	if err := user.MustBeProved(); granted && err != nil {
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
		if last, said := loyalty.LatestConsent(consents, kind); said && last.Granted == granted {
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

// RequestErasure blocks a customer's data, and those of her children, at once: she is
// archived and her session ends. What tells who she was is removed when the request is due. A
// session that is unproved is refused with loyalty.ErrPhoneUnproved.
func (s *SelfService) RequestErasure(ctx context.Context, user access.PortalUser) error {
	if err := user.MustBeProved(); err != nil {
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

// block archives a customer until her data are removed.
func (s *SelfService) block(tx *store.Tx, customer loyalty.Customer) error {
	if err := s.consents.withdrawAll(tx, customer.ID, loyalty.FormErasure); err != nil {
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
