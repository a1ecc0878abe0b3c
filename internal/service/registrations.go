package service

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/messaging"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Registrations take customers who fill in the public form themselves.
type Registrations struct {
	base      *usecase.Base
	customers *Customers
	attempts  *access.Attempts
	portal    *access.Portal
	messages  *messaging.Messages
}

// RegistrationResult is a customer who registered herself.
type RegistrationResult struct {
	Customer     loyalty.Customer
	BusinessName string
	Promise      string            // what the welcome discount is, in the business's words; empty: it has said nothing
	Token        string            // by which she adds her children without typing her phone again; empty: not here
	SentBy       loyalty.QRChannel // how the QR leaves besides; empty: it does not
}

// RegistrationRequest is a public form as it was sent.
type RegistrationRequest struct {
	BusinessID  string
	Form        loyalty.Registration
	Key         usecase.IdempotencyKey
	KeyLifetime time.Duration // how long the key repeats its first answer; zero: as long as answers are kept
	Origin      access.Origin // whose registrations are counted
	browser     string        // the key of the browser that sends it; empty where it shows none
}

// Register is RegisterFrom without limits, and with a key that lives as long as answers
// are kept.
func (r *Registrations) Register(ctx context.Context, businessID string, form loyalty.Registration, key usecase.IdempotencyKey) (RegistrationResult, error) {
	return r.RegisterFrom(ctx, RegistrationRequest{BusinessID: businessID, Form: form, Key: key})
}

// RegisterFrom adds a customer who fills in the public form: with her consents,
// the welcome discount and, when they accept WhatsApp or e-mails, a message with the QR.
//
// A phone that an active customer has is refused with
// loyalty.ErrAlreadyRegistered, which reveals nothing of that customer, nor what
// she accepts; if they accept messages and have proved the phone, the QR is sent
// again, once a day. It refuses with loyalty.ErrAtTheCounter when too many have
// registered at the business from there. Past what a business sends in a day for
// registrations it goes on without a message.
//
// The same key repeats the first answer, so that a form sent twice still shows the QR:
// while that QR opens the record. A record that was archived, erased or merged
// since, or has another QR, is not repeated; the form counts as a new one.
func (r *Registrations) RegisterFrom(ctx context.Context, request RegistrationRequest) (RegistrationResult, error) {
	if err := request.Key.Validate(); err != nil {
		return RegistrationResult{}, err
	}
	var registered RegistrationResult
	err := r.base.InBusinessIdempotent(ctx, request.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		if !business.IsActive() {
			return loyalty.ErrBusinessSuspended
		}
		customer, err := request.Form.Validate(business, business.DayOf(r.base.Now()))
		if err != nil {
			return err
		}
		request.browser = r.portal.BrowserKey(ctx)
		registered, err = r.registerOnce(tx, business, customer, request)
		if known := (*loyalty.Error)(nil); errors.As(err, &known) && errors.Is(known, loyalty.ErrAlreadyRegistered) {
			return usecase.CommitRefusal(known) // without a key too: the message that was queued is to stay
		}
		if err != nil {
			return err
		}
		registered.Token, err = r.registrationToken(tx, business, registered.Customer.ID)
		return err
	})
	return registered, err
}

func (r *Registrations) registerOnce(
	tx *store.Tx, business loyalty.Business, customer loyalty.Customer, request RegistrationRequest,
) (RegistrationResult, error) {
	if request.Key != "" && request.KeyLifetime > 0 {
		if err := tx.Answers().RemoveBefore(string(request.Key), r.base.Now().Add(-request.KeyLifetime)); err != nil {
			return RegistrationResult{}, err
		}
	}
	asked := requestFingerprint("register", registrationFields(request.Form)...)
	return usecase.RunOnceWhileValid(r.base, tx, request.Key, asked, registrationCodec(), func() (RegistrationResult, error) {
		return r.register(tx, business, customer, request)
	}, func(first RegistrationResult) (bool, error) { return isStillRegistered(tx, first) })
}

// isStillRegistered reports whether the QR of a registration still opens its record.
func isStillRegistered(tx *store.Tx, first RegistrationResult) (bool, error) {
	customer, err := tx.Customers().Get(first.Customer.ID)
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		return false, nil
	}
	return customer.ID == first.Customer.ID && customer.QR() == first.Customer.QR(), err
}

// registrationToken is the token by which a customer who has registered adds her children, for who
// may have some.
func (r *Registrations) registrationToken(tx *store.Tx, business loyalty.Business, customerID string) (string, error) {
	customer, err := tx.Customers().Get(customerID)
	if err != nil || customer.IsMinor(business.DayOf(r.base.Now())) {
		return "", err
	}
	return r.portal.SignRegistration(customer, business.ID)
}

// requestFingerprint tells two forms of an act apart, by all that they say in an order that
// stays, without keeping it.
func requestFingerprint(act string, said ...string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", said))
	return act + " " + hex.EncodeToString(sum[:])
}

// registrationFields is what a form of registration says.
func registrationFields(r loyalty.Registration) []string {
	all := r.Values()
	for _, ticked := range []bool{r.AcceptedPrivacy, r.WhatsAppOptIn, r.EmailOptIn, r.SMSOptIn, r.AcceptedPromotions} {
		all = append(all, strconv.FormatBool(ticked))
	}
	return all
}

func (r *Registrations) register(
	tx *store.Tx, business loyalty.Business, customer loyalty.Customer, request RegistrationRequest,
) (RegistrationResult, error) {
	form := request.Form
	added, err := r.customers.add(tx, &customer)
	if err != nil {
		return RegistrationResult{}, err
	}
	if !added {
		return RegistrationResult{}, r.resendQR(tx, business, customer.Phone)
	}
	if err := tx.Phones().LeaveUnproved(customer.ID, request.browser); err != nil {
		return RegistrationResult{}, err
	}
	if customer.Email != "" {
		if err := tx.Phones().LeaveEmailUnproved(customer.ID); err != nil {
			return RegistrationResult{}, err
		}
	}
	mayWrite, err := r.attempts.TakeRegistration(tx, business, request.Origin)
	if err != nil {
		return RegistrationResult{}, err
	}
	if err := r.grantWelcome(tx, business, customer); err != nil {
		return RegistrationResult{}, err
	}
	minor := customer.IsMinor(business.DayOf(r.base.Now()))
	for kind, granted := range form.GrantedConsents(minor) {
		said := loyalty.Consent{
			CustomerID: customer.ID, Kind: kind, Granted: granted, Form: loyalty.FormRegistration, GivenBy: customer.Guardian,
			At: customer.CreatedAt,
		}
		if err := r.base.RecordConsent(tx, said); err != nil {
			return RegistrationResult{}, err
		}
	}
	var sentBy loyalty.QRChannel
	if mayWrite {
		if sentBy, err = r.sendFirstQR(tx, business, customer); err != nil {
			return RegistrationResult{}, err
		}
	}
	if err := r.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventCustomerCreated, customer)); err != nil {
		return RegistrationResult{}, err
	}
	if err := r.base.Record(tx, "", loyalty.ActionCustomerRegistered, customer.ID, ""); err != nil {
		return RegistrationResult{}, err
	}
	return RegistrationResult{Customer: customer, BusinessName: business.Name, SentBy: sentBy, Promise: business.WelcomeText}, nil
}

// sendFirstQR sends the QR for the first time, by what the form accepts, and returns how it
// leaves. One phone that nobody has proved gets few such messages in a day, however many
// businesses it is typed at; so does an e-mail.
func (r *Registrations) sendFirstQR(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) (loyalty.QRChannel, error) {
	return r.messages.SendFirstQR(tx, business, customer, func() (bool, error) {
		return r.attempts.RoomFor(tx, access.Attempt{Kind: access.AttemptFirstMessage, By: customer.Phone})
	})
}

func (r *Registrations) resendQR(tx *store.Tx, business loyalty.Business, phone string) error {
	known, err := tx.Customers().ByPhone(phone)
	if err != nil {
		return err
	}
	// Of forms that come at once the later wait here, and find the message of the first.
	if known, err = tx.Customers().Lock(known.ID); err != nil {
		return err
	}
	goes, err := r.mayResendQR(tx, known)
	if err != nil {
		return err
	}
	if goes {
		err = r.messages.SendQRAgain(tx, business, known, func() (bool, error) {
			return r.attempts.RoomFor(tx, access.Attempt{Kind: access.AttemptQRMailedAgain, By: known.ID})
		})
	}
	if err != nil {
		return err
	}
	ways, err := r.messages.WaysIn(tx, business)
	if err != nil {
		return err
	}
	return loyalty.AlreadyRegistered(ways.WhatsApp, ways.Emails)
}

// mayResendQR reports whether the QR may be sent to a customer whose phone was typed into the
// form: the phone is proved, and it is not one that may be recycled.
func (r *Registrations) mayResendQR(tx *store.Tx, customer loyalty.Customer) (bool, error) {
	unproved, err := tx.Phones().Unproved(customer.ID)
	if err != nil || unproved {
		return false, err
	}
	silent, err := tx.Phones().Silent(customer.ID, loyalty.SilentSince(r.base.Now()))
	return !silent, err
}

// grantWelcome records the welcome discount on the customer's own card, with what the
// business promises today.
func (r *Registrations) grantWelcome(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) error {
	card, err := tx.Cards().Of(customer.ID)
	if err != nil {
		return err
	}
	id, err := r.base.IDs.Next(customer.CreatedAt)
	if err != nil {
		return err
	}
	_, err = tx.Rewards().Insert(loyalty.Reward{
		ID:         id,
		CardID:     card.ID,
		CustomerID: customer.ID,
		Kind:       loyalty.RewardWelcome,
		Promise:    business.WelcomeText,
		CreatedAt:  customer.CreatedAt,
	})
	return err
}

// NewBrowserMark returns a random mark for the browser of a registration.
func (r *Registrations) NewBrowserMark() (string, error) { return r.base.IDs.Secret() }
