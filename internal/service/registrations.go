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

// Registrations registers customers by the public form.
type Registrations struct {
	base      *usecase.Base
	customers *Customers
	attempts  *access.Attempts
	portal    *access.Portal
	messages  *messaging.Messages
}

// RegistrationResult is a registered customer.
type RegistrationResult struct {
	Customer     loyalty.Customer
	BusinessName string
	Promise      string
	Token        string            // for adding children; empty: not allowed
	SentBy       loyalty.QRChannel // empty: QR not sent
}

// RegistrationRequest is a sent form.
type RegistrationRequest struct {
	BusinessID  string
	Form        loyalty.Registration
	Key         usecase.IdempotencyKey
	KeyLifetime time.Duration // for replays; 0: as long as responses are stored
	Origin      access.Origin
	browser     string // key; may be empty
}

// Register registers a customer like RegisterFrom, without limits and with the default KeyLifetime.
func (r *Registrations) Register(ctx context.Context, businessID string, form loyalty.Registration, key usecase.IdempotencyKey) (RegistrationResult, error) {
	return r.RegisterFrom(ctx, RegistrationRequest{BusinessID: businessID, Form: form, Key: key})
}

// RegisterFrom adds a customer with consents and welcome discount, and sends the QR if messages are accepted, up to the
// business's daily limit.
//
// A known phone gets loyalty.ErrAlreadyRegistered, which reveals nothing. If it is verified and accepts messages, the
// QR is sent again, once a day. Above the origin's limit the error is loyalty.ErrRegisterAtCounter.
//
// A replay returns the first response while its QR opens the record.
func (r *Registrations) RegisterFrom(ctx context.Context, request RegistrationRequest) (RegistrationResult, error) {
	if err := request.Key.Validate(); err != nil {
		return RegistrationResult{}, err
	}
	var registration RegistrationResult
	err := r.base.InBusinessIdempotent(ctx, request.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		if !business.IsActive() {
			return loyalty.ErrBusinessSuspended
		}
		request.browser = r.portal.BrowserKey(ctx)
		registration, err = r.registerOnce(tx, business, request)
		if refusal := (*loyalty.Error)(nil); errors.As(err, &refusal) && errors.Is(refusal, loyalty.ErrAlreadyRegistered) {
			return usecase.CommitRefusal(refusal) // also without a key: the queued message must be committed
		}
		if err != nil {
			return err
		}
		registration.Token, err = r.registrationToken(tx, business, registration.Customer.ID)
		return err
	})
	return registration, err
}

// registerOnce validates the form only for a new key, because the business's country may have changed since the first
// request.
func (r *Registrations) registerOnce(tx *store.Tx, business loyalty.Business, request RegistrationRequest) (RegistrationResult, error) {
	if request.Key != "" && request.KeyLifetime > 0 {
		if err := tx.StoredResponses().RemoveBefore(string(request.Key), r.base.Now().Add(-request.KeyLifetime)); err != nil {
			return RegistrationResult{}, err
		}
	}
	fingerprint := requestFingerprint("register", registrationFields(request.Form)...)
	return usecase.RunOnceWhileValid(r.base, tx, request.Key, fingerprint, registrationCodec(), func() (RegistrationResult, error) {
		customer, err := request.Form.Validate(business, business.DayOf(r.base.Now()))
		if err != nil {
			return RegistrationResult{}, err
		}
		return r.register(tx, business, customer, request)
	}, func(first RegistrationResult) (bool, error) { return isStillRegistered(tx, first) })
}

// isStillRegistered returns false after the record was archived, and if its QR has changed. It returns
// loyalty.ErrAlreadyRegistered if the QR has changed and no customer has the phone: the form would register the customer
// a second time.
func isStillRegistered(tx *store.Tx, first RegistrationResult) (bool, error) {
	customer, err := tx.Customers().Get(first.Customer.ID)
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		return false, nil
	}
	if err != nil || customer.ID == first.Customer.ID && customer.QR() == first.Customer.QR() {
		return err == nil, err
	}
	if _, err = tx.Customers().ByPhone(first.Customer.Phone); errors.Is(err, loyalty.ErrCustomerNotFound) {
		err = loyalty.RegisteredWithOtherPhone()
	}
	return false, err
}

func (r *Registrations) registrationToken(tx *store.Tx, business loyalty.Business, customerID string) (string, error) {
	customer, err := tx.Customers().Get(customerID)
	if err != nil || customer.IsMinor(business.DayOf(r.base.Now())) {
		return "", err
	}
	return r.portal.SignRegistration(customer, business.ID)
}

// requestFingerprint hashes the values, so that no personal data are stored.
func requestFingerprint(act string, values ...string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", values))
	return act + " " + hex.EncodeToString(sum[:])
}

func registrationFields(r loyalty.Registration) []string {
	all := r.Values()
	for _, ticked := range []bool{r.AcceptedPrivacy, r.WhatsAppOptIn, r.EmailOptIn, r.SMSOptIn, r.AcceptedPromotions} {
		all = append(all, strconv.FormatBool(ticked))
	}
	if r.ClaimedStamps != 0 {
		all = append(all, strconv.FormatInt(r.ClaimedStamps, 10))
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
	if err := tx.Phones().MarkUnverified(customer.ID, request.browser); err != nil {
		return RegistrationResult{}, err
	}
	if customer.Email != "" {
		if err := tx.Phones().MarkEmailUnverified(customer.ID); err != nil {
			return RegistrationResult{}, err
		}
	}
	mayWrite, err := r.attempts.CountRegistration(tx, business, request.Origin)
	if err != nil {
		return RegistrationResult{}, err
	}
	if err := r.grantWelcome(tx, business, customer); err != nil {
		return RegistrationResult{}, err
	}
	minor := customer.IsMinor(business.DayOf(r.base.Now()))
	for kind, granted := range form.GrantedConsents(minor) {
		consent := loyalty.Consent{
			CustomerID: customer.ID, Kind: kind, Granted: granted, Form: loyalty.FormRegistration, GivenBy: customer.Guardian,
			At: customer.CreatedAt,
		}
		if err := r.base.RecordConsent(tx, consent); err != nil {
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

// sendFirstQR sends the QR to a new customer. An unverified contact gets only a few messages per day from all
// businesses together.
func (r *Registrations) sendFirstQR(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) (loyalty.QRChannel, error) {
	return r.messages.SendFirstQR(tx, business, customer, func() (bool, error) {
		return r.attempts.Allow(tx, access.Attempt{Kind: access.AttemptFirstMessage, Subject: customer.Phone})
	})
}

func (r *Registrations) resendQR(tx *store.Tx, business loyalty.Business, phone string) error {
	customer, err := tx.Customers().ByPhone(phone)
	if err != nil {
		return err
	}
	// A concurrent form waits here, and then finds the first one's message.
	if customer, err = tx.Customers().Lock(customer.ID); err != nil {
		return err
	}
	isAllowed, err := r.mayResendQR(tx, customer)
	if err != nil {
		return err
	}
	if isAllowed {
		err = r.messages.ResendQR(tx, business, customer, func() (bool, error) {
			return r.attempts.Allow(tx, access.Attempt{Kind: access.AttemptQRResend, Subject: customer.ID})
		})
	}
	if err != nil {
		return err
	}
	channels, err := r.messages.ChannelsIn(tx, business)
	if err != nil {
		return err
	}
	return loyalty.AlreadyRegistered(channels.WhatsApp, channels.Emails)
}

func (r *Registrations) mayResendQR(tx *store.Tx, customer loyalty.Customer) (bool, error) {
	unproved, err := tx.Phones().IsUnverified(customer.ID)
	if err != nil || unproved {
		return false, err
	}
	silent, err := tx.Phones().IsSilent(customer.ID, loyalty.SilentSince(r.base.Now()))
	return !silent, err
}

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

// NewBrowserMark returns a random mark for the registering browser.
func (r *Registrations) NewBrowserMark() (string, error) { return r.base.IDs.Secret() }
