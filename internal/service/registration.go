package service

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// Registered is a customer who registered herself.
type Registered struct {
	Customer     loyalty.Customer
	BusinessName string
}

// Register adds a customer who fills in the public form: with her consents,
// the welcome discount and, when she accepts WhatsApp, a message with her QR.
//
// A phone that an active customer has is refused with
// loyalty.ErrAlreadyRegistered, which reveals nothing of that customer, nor what
// she accepts; if she accepts WhatsApp and has proved her phone, the QR is sent to
// it again, once a day. The
// same key is answered with the first answer, so that a form sent twice still
// shows the QR.
func (s *Service) Register(ctx context.Context, businessID string, form loyalty.Registration, key Key) (Registered, error) {
	return s.RegisterFrom(ctx, "", businessID, form, key)
}

// RegisterFrom is Register for whoever fills in the form at an address of the
// network. It refuses with loyalty.ErrAtTheCounter when too many have registered
// at the business from there, or from everywhere; without an address nobody
// counts.
func (s *Service) RegisterFrom(
	ctx context.Context, address, businessID string, form loyalty.Registration, key Key,
) (Registered, error) {
	if err := key.Checked(); err != nil {
		return Registered{}, err
	}
	var registered Registered
	err := s.inBusinessOnce(ctx, businessID, func(tx *store.Tx) error {
		business, err := tx.Business()
		if err != nil {
			return err
		}
		if !business.Active() {
			return loyalty.ErrBusinessSuspended
		}
		customer, err := form.Checked(business, business.DayOf(s.now()))
		if err != nil {
			return err
		}
		registered, err = once(s, tx, key, describe("register", saidOf(form)...), registrationForm(), func() (Registered, error) {
			return s.register(tx, business, customer, form, address)
		})
		if errors.Is(err, loyalty.ErrAlreadyRegistered) {
			return keptRefusal{loyalty.ErrAlreadyRegistered} // without a key too: the message that was queued is to stay
		}
		return err
	})
	return registered, err
}

// describe tells two forms of an act apart, by all that they say in an order that
// stays, without keeping it.
func describe(act string, said ...string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", said))
	return act + " " + hex.EncodeToString(sum[:])
}

// said is what a draft says.
func said(d loyalty.CustomerDraft) []string {
	return []string{d.Name, d.Phone, d.Email, d.Birthday, d.Notes, d.Tag, d.Guardian.Name, strconv.FormatBool(d.Guardian.Consents)}
}

// saidOf is what a form of registration says.
func saidOf(r loyalty.Registration) []string {
	all := said(r.CustomerDraft)
	for _, ticked := range []bool{r.AcceptedPrivacy, r.WhatsAppOptIn, r.EmailOptIn, r.SMSOptIn, r.AcceptedPromotions} {
		all = append(all, strconv.FormatBool(ticked))
	}
	return all
}

func (s *Service) register(
	tx *store.Tx, business loyalty.Business, customer loyalty.Customer, form loyalty.Registration, address string,
) (Registered, error) {
	added, err := s.addCustomer(tx, &customer)
	if err != nil {
		return Registered{}, err
	}
	if !added {
		return Registered{}, s.sendQRAgain(tx, business, customer.Phone)
	}
	if err := tx.LeavePhoneUnproved(customer.ID); err != nil {
		return Registered{}, err
	}
	if address != "" {
		if err := s.takeRegistration(tx, business, address); err != nil {
			return Registered{}, err
		}
	}
	if err := s.grantWelcome(tx, customer); err != nil {
		return Registered{}, err
	}
	minor := customer.Minor(business.DayOf(s.now()))
	for kind, granted := range form.Granted(minor) {
		said := loyalty.Consent{
			CustomerID: customer.ID, Kind: kind, Granted: granted, Form: loyalty.FormRegistration, GivenBy: customer.Guardian,
			At: customer.CreatedAt,
		}
		if err := s.recordConsent(tx, said); err != nil {
			return Registered{}, err
		}
	}
	if err := s.queueFirst(tx, business, customer, form); err != nil {
		return Registered{}, err
	}
	if err := s.record(tx, "", loyalty.ActionCustomerJoined, customer.ID, ""); err != nil {
		return Registered{}, err
	}
	return Registered{Customer: customer, BusinessName: business.Name}, nil
}

// queueFirst writes the one message that leaves for a phone before anybody has
// proved it, when the form accepts WhatsApp. One phone gets few such messages in a
// day, however many businesses it is typed at.
func (s *Service) queueFirst(
	tx *store.Tx, business loyalty.Business, customer loyalty.Customer, form loyalty.Registration,
) error {
	if !(loyalty.Accepts{WhatsApp: form.WhatsAppOptIn}).Allows(loyalty.MessageQR) {
		return nil
	}
	goes, err := s.roomFor(tx, Attempt{loyalty.AttemptFirstMessage, customer.Phone})
	if err != nil || !goes {
		return err
	}
	return s.queueQR(tx, business, customer)
}

func (s *Service) sendQRAgain(tx *store.Tx, business loyalty.Business, phone string) error {
	known, err := tx.CustomerByPhone(phone)
	if err != nil {
		return err
	}
	// Of forms that come at once the later wait here, and find the message of the first.
	if known, err = tx.LockCustomer(known.ID); err != nil {
		return err
	}
	goes, err := s.qrGoesAgain(tx, known)
	if err != nil {
		return err
	}
	if goes {
		err = s.queueQR(tx, business, known)
	}
	if err != nil {
		return err
	}
	return loyalty.ErrAlreadyRegistered
}

// qrGoesAgain reports whether the QR is sent to a customer of whom somebody has
// typed the phone: to who accepts it and has proved that the phone is hers, once a
// day.
func (s *Service) qrGoesAgain(tx *store.Tx, customer loyalty.Customer) (bool, error) {
	unproved, err := tx.PhoneUnproved(customer.ID)
	if err != nil || unproved {
		return false, err
	}
	accepts, waiting, err := qrStanding(tx, customer)
	if err != nil || !accepts || waiting {
		return false, err
	}
	today, err := tx.SentSince(customer.ID, loyalty.MessageQR, s.now().Add(-loyalty.QRAgain))
	return !today, err
}

// qrStanding reports whether a customer may be sent her QR, and whether one waits
// already.
func qrStanding(tx *store.Tx, customer loyalty.Customer) (accepts, waiting bool, err error) {
	said, err := tx.Accepts(customer.ID)
	if err != nil {
		return false, false, err
	}
	waiting, err = tx.MessageWaits(customer.ID, loyalty.MessageQR)
	return said.Allows(loyalty.MessageQR), waiting, err
}

// grantWelcome records the welcome discount on the customer's own card.
func (s *Service) grantWelcome(tx *store.Tx, customer loyalty.Customer) error {
	card, err := tx.CardOf(customer.ID)
	if err != nil {
		return err
	}
	id, err := s.ids.Next(customer.CreatedAt)
	if err != nil {
		return err
	}
	_, err = tx.InsertReward(loyalty.Reward{
		ID:         id,
		CardID:     card.ID,
		CustomerID: customer.ID,
		Kind:       loyalty.RewardWelcome,
		CreatedAt:  customer.CreatedAt,
	})
	return err
}

// SendQR queues a message with the customer's QR at the request of the staff,
// once for a key. When it cannot be sent it returns the reason, in Spanish. It
// refuses with loyalty.ErrCustomerNotFound.
func (s *Service) SendQR(ctx context.Context, actor Actor, customerID string, key Key) (reason string, err error) {
	if err := key.Checked(); err != nil {
		return "", err
	}
	err = s.inBusinessOnce(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		reason, err = once(s, tx, key, "send QR "+customerID, plainForm[string](), func() (string, error) {
			return s.sendQR(tx, actor, customerID)
		})
		return err
	})
	return reason, err
}

func (s *Service) sendQR(tx *store.Tx, actor Actor, customerID string) (reason string, err error) {
	business, err := tx.Business()
	if err != nil {
		return "", err
	}
	customer, err := tx.LockCustomer(customerID)
	if err != nil {
		return "", err
	}
	accepts, waiting, err := qrStanding(tx, customer)
	if err != nil {
		return "", err
	}
	if reason = whyNoQR(business, customer, accepts, waiting); reason != "" {
		return reason, nil
	}
	if err := s.queueQR(tx, business, customer); err != nil {
		return "", err
	}
	return "", s.record(tx, actor.UserID, loyalty.ActionQRSent, customer.ID, "")
}

func whyNoQR(business loyalty.Business, customer loyalty.Customer, accepts, waiting bool) string {
	switch {
	case !business.WhatsApp.Enabled:
		return "El envío por WhatsApp está desactivado."
	case customer.Phone == "":
		return "El cliente no tiene teléfono."
	case !accepts:
		return "El cliente no ha aceptado mensajes de WhatsApp. Enséñale su QR en la pantalla o imprímelo; " +
			"si quiere recibirlo, puede aceptarlos en «Mis datos»."
	case waiting:
		return "Ya hay un envío en cola para este cliente."
	}
	return ""
}

// queueQR writes the message that brings a customer her QR.
func (s *Service) queueQR(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) error {
	unproved, err := tx.PhoneUnproved(customer.ID)
	if err != nil {
		return err
	}
	to := loyalty.Recipient{Name: customer.Name, Unproved: unproved}
	return s.queue(tx, customer, loyalty.Message{
		Kind: loyalty.MessageQR,
		Text: fmt.Sprintf("Hola, %s: este es tu QR de %s. Enséñalo en cada visita. %s",
			to.Greeting(), business.SenderName(), s.pictureOf(customer)),
		ExpiresAt: s.now().Add(loyalty.QRLifetime),
	})
}

// pictureOf is where anybody who has the link finds a customer's QR.
func (s *Service) pictureOf(customer loyalty.Customer) string {
	return s.publicURL + "/api/public/customers/" + customer.ID + "/qr.png"
}
