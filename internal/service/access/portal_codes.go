package access

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// codeAnswerTime is how long every request for a code takes, so that its
// answer does not tell by its time whether the phone is known.
const codeAnswerTime = 250 * time.Millisecond

// CodeRequest asks for a code to sign in to the portal.
type CodeRequest struct {
	BusinessID string // empty: the business that the phone visited last
	Phone      string // as typed
	Birthday   string // when given, the code is sent only if it is the one on file
	Way        string // of loyalty.CodeWay by its name; empty: WhatsApp
	Asker      string // what tells whoever asks from others who ask for the same phone
	Network    string // from which it is asked
	Known      bool   // on a device on which somebody has signed in by the phone
}

// networkAsker begins the name of an asker that does not name its browser.
const networkAsker = "network "

// BrowserAsker returns the asker of a browser that names itself by a random id.
func BrowserAsker(id string) string { return "browser " + id }

// NetworkAsker returns the asker of a browser that does not: all of its network are one.
func NetworkAsker(network string) string { return networkAsker + network }

// namesBrowser reports whether an asker is one browser.
func namesBrowser(asker string) bool { return !strings.HasPrefix(asker, networkAsker) }

// RequestCode sends a code to a customer's phone through WhatsApp, or to the e-mail on her
// record, which only its asker can use. It answers alike, in text and in time, when nobody
// has the phone, the birthday is another, or her e-mail does not open her cards: then
// nothing is sent. Once one is sent, that which the same asker was sent before no longer
// holds; those of others do. It refuses with loyalty.ErrNoMail a code by e-mail where none leave.
func (p *Portal) RequestCode(ctx context.Context, request CodeRequest) error {
	answerAt := time.After(codeAnswerTime)
	phone, err := p.phoneIn(ctx, request.BusinessID, request.Phone)
	if err != nil {
		return err
	}
	way, err := loyalty.ParseCodeChannel("way", request.Way)
	if err != nil {
		return err
	}
	if way == loyalty.CodeByEmail && !p.mail {
		return loyalty.ErrMailUnavailable
	}
	if _, ok := loyalty.ParseDay(request.Birthday); request.Birthday != "" && !ok {
		return loyalty.InvalidField("birthday", "La fecha de nacimiento no es válida: usa AAAA-MM-DD.")
	}
	if err := p.sendCode(ctx, request, phone, way); err != nil {
		return err
	}
	select {
	case <-answerAt:
	case <-ctx.Done():
	}
	return nil
}

// phoneIn returns a typed phone in E.164, and refuses a business that is
// unknown or suspended.
func (p *Portal) phoneIn(ctx context.Context, businessID, typed string) (string, error) {
	if businessID == "" {
		return loyalty.CleanPhone("phone", typed, loyalty.DefaultCountry)
	}
	business, err := p.base.BusinessByID(ctx, businessID)
	if err != nil {
		return "", err
	}
	if !business.IsActive() {
		return "", loyalty.ErrBusinessSuspended
	}
	return loyalty.CleanPhone("phone", typed, business.Country)
}

// newCode is a code on its way to a customer, or to nobody.
type newCode struct {
	loyalty.LoginCode
	request  CodeRequest
	way      loyalty.CodeChannel
	digits   string
	business loyalty.Business
	customer loyalty.Customer
}

func (p *Portal) sendCode(ctx context.Context, request CodeRequest, phone string, way loyalty.CodeChannel) error {
	digits, err := loyalty.NewCode(rand.Reader)
	if err != nil {
		return err
	}
	holder, send := codeHolder, p.queueCode
	if way == loyalty.CodeByEmail {
		holder, send = mailHolder, p.mailCode
	}
	err = p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		business, customer, err := holder(tx, request, phone)
		if err != nil {
			return err
		}
		fits, err := p.birthdays.fits(tx.In(business.ID), customer, request.Birthday)
		if err != nil {
			return err
		}
		if !fits {
			business, customer = loyalty.Business{}, loyalty.Customer{}
		}
		code := newCode{request: request, way: way, digits: digits, business: business, customer: customer, LoginCode: loyalty.LoginCode{
			Scope:      request.BusinessID,
			PhoneKey:   p.tokens.phoneKey(phone),
			Requester:  p.tokens.askerKey(request.Asker),
			CodeHash:   p.tokens.codeHash(request.BusinessID, phone, digits),
			TriesLeft:  loyalty.CodeTries,
			ExpiresAt:  p.base.Now().Add(loyalty.CodeLifetime),
			BusinessID: business.ID,
			CustomerID: customer.ID,

			BirthdayMatched: request.Birthday != "" && request.Birthday == string(customer.Birthday),
		}}
		former, _, err := tx.Codes().Lock(code.Scope, code.PhoneKey, code.Requester)
		if err != nil {
			return err
		}
		return send(tx, code, former)
	})
	if err != nil {
		return fmt.Errorf("sending a code: %w", err)
	}
	return nil
}

// codeHolder returns whom a code is sent to, or nobody.
func codeHolder(tx *store.PlatformTx, request CodeRequest, phone string) (loyalty.Business, loyalty.Customer, error) {
	none := loyalty.Customer{}
	businessID := request.BusinessID
	if businessID == "" {
		newest, found, err := tx.Businesses().ByPhone(phone)
		if err != nil || !found {
			return loyalty.Business{}, none, err
		}
		businessID = newest
	}
	business, err := tx.Businesses().Get(businessID)
	if err != nil {
		return business, none, err
	}
	customer, err := tx.In(businessID).Customers().ByPhone(phone)
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		return loyalty.Business{}, none, nil
	}
	return business, customer, err
}

// queueCode keeps a code and writes the message that brings it, in the place of what
// brought a former one. A phone that nobody has proved gets few in a day, whoever asks for
// them: then there is no message.
func (p *Portal) queueCode(tx *store.PlatformTx, code newCode, former loyalty.LoginCode) error {
	if code.CustomerID == "" {
		return p.keepUnsent(tx, code, former)
	}
	bound := tx.In(code.BusinessID)
	goes, err := p.mayBeCoded(bound, code.customer)
	if err != nil {
		return err
	}
	if !goes {
		return p.keepUnsent(tx, code, former)
	}
	former, place, goes, err := p.placeInQueue(tx, code, former)
	if err != nil {
		return err
	}
	if !goes {
		return p.keepUnsent(tx, code, former)
	}
	if code.MessageID, err = p.base.IDs.Next(p.base.Now()); err != nil {
		return err
	}
	err = p.messages.Put(bound, code.customer, loyalty.Message{
		ID: code.MessageID, Kind: loyalty.MessageOTP, Text: code.text(), Urgency: place.Urgency, NextTryAt: place.At,
	})
	if err != nil {
		return err
	}
	return p.keepSent(tx, code, former, "")
}

// placeInQueue returns the place of a new code in the queue of messages. It reports false
// where a device that is not known asks, and such devices have used up their part of what
// the business sends. A code that replaces one that waits takes its place, and uses nothing.
func (p *Portal) placeInQueue(
	tx *store.PlatformTx, code newCode, former loyalty.LoginCode,
) (loyalty.LoginCode, store.CodePlace, bool, error) {
	bound := tx.In(code.BusinessID)
	taken, waited, err := takeOver(tx, code, former)
	if err != nil {
		return former, taken, false, err
	}
	if waited {
		former.MessageID = ""
	} else if !code.request.Known && code.business.MessageHold() == "" {
		unproved, err := bound.Phones().Unproved(code.customer.ID)
		if err != nil {
			return former, taken, false, err
		}
		room, err := p.attempts.RoomForStranger(bound, code.business, code.request.Network, unproved)
		if err != nil || !room {
			return former, taken, false, err
		}
	}
	place, err := p.placeOf(bound, code)
	if waited {
		place = earlier(place, taken)
	}
	return former, place, true, err
}

// text is what brings the code. It says no word that a stranger may have typed.
func (c newCode) text() string {
	return fmt.Sprintf("%s es tu código para ver tus puntos de %s. Caduca en 10 minutos. Si no lo has pedido, no hagas nada.",
		c.digits, c.business.SenderName())
}

// keepSent keeps a code that is on its way, has what would have brought the former one go
// nowhere, and records how it was sent.
func (p *Portal) keepSent(tx *store.PlatformTx, code newCode, former loyalty.LoginCode, how string) error {
	if err := dropFormer(tx, former); err != nil {
		return err
	}
	if err := tx.Codes().Keep(code.LoginCode); err != nil {
		return err
	}
	return p.base.Record(tx.In(code.BusinessID), "", loyalty.ActionCodeSent, code.CustomerID, how)
}

// keepUnsent keeps a code that nothing brings. One that was sent before still holds: she may
// ask anew because it is late.
func (p *Portal) keepUnsent(tx *store.PlatformTx, code newCode, former loyalty.LoginCode) error {
	if former.MessageID != "" && former.IsUsable(p.base.Now()) {
		return nil
	}
	code.BusinessID, code.CustomerID = "", ""
	return tx.Codes().Keep(code.LoginCode)
}

// dropFormer gives up on what would bring a code that another one replaces, if it waits.
func dropFormer(tx *store.PlatformTx, former loyalty.LoginCode) error {
	switch bound := tx.In(former.BusinessID); {
	case former.MessageID == "":
		return nil
	case former.EmailKey != "":
		return bound.Mails().Drop(former.MessageID)
	default:
		_, _, err := bound.Queue().DropCode(former.MessageID)
		return err
	}
}

// mayBeCoded reports whether a customer may be sent a code, and counts it where
// nobody has proved her phone.
func (p *Portal) mayBeCoded(tx *store.Tx, customer loyalty.Customer) (bool, error) {
	unproved, err := tx.Phones().Unproved(customer.ID)
	if err != nil || !unproved {
		return err == nil, err
	}
	return p.attempts.RoomFor(tx, Attempt{AttemptUnprovedCode, customer.Phone})
}
