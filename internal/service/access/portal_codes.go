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

// codeResponseTime is the least time of a response to a code request. It hides whether the phone is known.
const codeResponseTime = 250 * time.Millisecond

// CodeRequest asks for a sign-in code.
type CodeRequest struct {
	BusinessID  string // empty: the one last visited
	Phone       string
	Birthday    string // must match, if given
	Channel     string // loyalty.CodeChannel; empty: WhatsApp
	Requester   string // distinguishes callers with the same phone
	Network     string
	KnownDevice bool // has signed in with this phone before
}

const networkRequesterPrefix = "network "

// BrowserRequester returns a browser's requester, by a random id.
func BrowserRequester(id string) string { return "browser " + id }

// NetworkRequester returns the requester that all browsers of a network share.
func NetworkRequester(network string) string { return networkRequesterPrefix + network }

func isBrowser(requester string) bool { return !strings.HasPrefix(requester, networkRequesterPrefix) }

// RequestCode sends a code, which replaces the requester's former one. Text and time of the response reveal nothing.
// For a code by e-mail without a mail server it returns loyalty.ErrMailUnavailable.
func (p *Portal) RequestCode(ctx context.Context, request CodeRequest) error {
	answerAt := time.After(codeResponseTime)
	phone, err := p.parsePhone(ctx, request.BusinessID, request.Phone)
	if err != nil {
		return err
	}
	channel, err := loyalty.ParseCodeChannel("way", request.Channel)
	if err != nil {
		return err
	}
	if channel == loyalty.CodeByEmail && !p.mail {
		return loyalty.ErrMailUnavailable
	}
	if _, ok := loyalty.ParseDay(request.Birthday); request.Birthday != "" && !ok {
		return loyalty.InvalidField("birthday", "La fecha de nacimiento no es válida: usa AAAA-MM-DD.")
	}
	if err := p.sendCode(ctx, request, phone, channel); err != nil {
		return err
	}
	select {
	case <-answerAt:
	case <-ctx.Done():
	}
	return nil
}

func (p *Portal) parsePhone(ctx context.Context, businessID, typedPhone string) (string, error) {
	if businessID == "" {
		return loyalty.CleanPhone("phone", typedPhone, loyalty.DefaultCountry)
	}
	business, err := p.base.BusinessByID(ctx, businessID)
	if err != nil {
		return "", err
	}
	if !business.IsActive() {
		return "", loyalty.ErrBusinessSuspended
	}
	return loyalty.CleanPhone("phone", typedPhone, business.Country)
}

type newCode struct {
	loyalty.LoginCode
	request  CodeRequest
	channel  loyalty.CodeChannel
	digits   string
	business loyalty.Business
	customer loyalty.Customer
}

func (p *Portal) sendCode(ctx context.Context, request CodeRequest, phone string, channel loyalty.CodeChannel) error {
	digits, err := loyalty.NewCode(rand.Reader)
	if err != nil {
		return err
	}
	holder, send := codeRecipient, p.queueCode
	if channel == loyalty.CodeByEmail {
		holder, send = mailRecipient, p.mailCode
	}
	err = p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		business, customer, err := holder(tx, request, phone)
		if err != nil {
			return err
		}
		fits, err := p.birthdays.isRight(tx.In(business.ID), customer, request.Birthday)
		if err != nil {
			return err
		}
		if !fits {
			business, customer = loyalty.Business{}, loyalty.Customer{}
		}
		code := newCode{request: request, channel: channel, digits: digits, business: business, customer: customer, LoginCode: loyalty.LoginCode{
			Scope:      request.BusinessID,
			PhoneKey:   p.tokens.phoneKey(phone),
			Requester:  p.tokens.requesterKey(request.Requester),
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

func codeRecipient(tx *store.PlatformTx, request CodeRequest, phone string) (loyalty.Business, loyalty.Customer, error) {
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

// queueCode queues a code. Unverified phones get few codes a day; further ones are stored unsent.
func (p *Portal) queueCode(tx *store.PlatformTx, code newCode, former loyalty.LoginCode) error {
	if code.CustomerID == "" {
		return p.storeUnsent(tx, code, former)
	}
	businessTx := tx.In(code.BusinessID)
	isAllowed, err := p.allowCode(businessTx, code.customer)
	if err != nil {
		return err
	}
	if !isAllowed {
		return p.storeUnsent(tx, code, former)
	}
	former, place, isAllowed, err := p.placeInQueue(tx, code, former)
	if err != nil {
		return err
	}
	if !isAllowed {
		return p.storeUnsent(tx, code, former)
	}
	if code.MessageID, err = p.base.IDs.Next(p.base.Now()); err != nil {
		return err
	}
	err = p.messages.Enqueue(businessTx, code.customer, loyalty.Message{
		ID: code.MessageID, Kind: loyalty.MessageOTP, Text: code.text(), Urgency: place.Urgency, NextTryAt: place.At,
	})
	if err != nil {
		return err
	}
	return p.storeSent(tx, code, former, "")
}

// placeInQueue returns the code's position; false if unknown devices have used up their share. A replacement keeps its
// position.
func (p *Portal) placeInQueue(
	tx *store.PlatformTx, code newCode, former loyalty.LoginCode,
) (loyalty.LoginCode, store.CodePlace, bool, error) {
	businessTx := tx.In(code.BusinessID)
	formerPlace, waited, err := dropWaitingCode(tx, code, former)
	if err != nil {
		return former, formerPlace, false, err
	}
	if waited {
		former.MessageID = ""
	} else if !code.request.KnownDevice && code.business.MessageHold() == "" {
		unproved, err := businessTx.Phones().IsUnverified(code.customer.ID)
		if err != nil {
			return former, formerPlace, false, err
		}
		room, err := p.attempts.AllowUnknownDeviceCode(businessTx, code.business, code.request.Network, unproved)
		if err != nil || !room {
			return former, formerPlace, false, err
		}
	}
	place, err := p.queuePosition(businessTx, code)
	if waited {
		place = better(place, formerPlace)
	}
	return former, place, true, err
}

// text contains nothing that a stranger may have typed.
func (c newCode) text() string {
	return fmt.Sprintf("%s es tu código para ver tus puntos de %s. Caduca en 10 minutos. Si no lo has pedido, no hagas nada.",
		c.digits, c.business.SenderName())
}

func (p *Portal) storeSent(tx *store.PlatformTx, code newCode, former loyalty.LoginCode, reason string) error {
	if err := dropFormer(tx, former); err != nil {
		return err
	}
	if err := tx.Codes().Replace(code.LoginCode); err != nil {
		return err
	}
	return p.base.Record(tx.In(code.BusinessID), "", loyalty.ActionCodeSent, code.CustomerID, reason)
}

// storeUnsent keeps a former code that was sent, which may only be late.
func (p *Portal) storeUnsent(tx *store.PlatformTx, code newCode, former loyalty.LoginCode) error {
	if former.MessageID != "" && former.IsUsable(p.base.Now()) {
		return nil
	}
	code.BusinessID, code.CustomerID = "", ""
	return tx.Codes().Replace(code.LoginCode)
}

func dropFormer(tx *store.PlatformTx, former loyalty.LoginCode) error {
	switch businessTx := tx.In(former.BusinessID); {
	case former.MessageID == "":
		return nil
	case former.EmailKey != "":
		return businessTx.Mails().Drop(former.MessageID)
	default:
		_, _, err := businessTx.Queue().DropCode(former.MessageID)
		return err
	}
}

func (p *Portal) allowCode(tx *store.Tx, customer loyalty.Customer) (bool, error) {
	unproved, err := tx.Phones().IsUnverified(customer.ID)
	if err != nil || !unproved {
		return err == nil, err
	}
	return p.attempts.Allow(tx, Attempt{AttemptUnverifiedCode, customer.Phone})
}
