package access

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/act"
	"axioma/internal/service/messaging"
	"axioma/internal/store"
)

// Portal signs customers in and out, by codes that are sent to their phones, and
// says who holds a token.
type Portal struct {
	*act.Base
	tokens   tokens
	sessions *Sessions
	attempts *Attempts
	messages *messaging.Messages
}

// codeAnswerTime is how long every request for a code takes, so that its
// answer does not tell by its time whether the phone is known.
const codeAnswerTime = 250 * time.Millisecond

// CodeRequest asks for a code to sign in to the portal.
type CodeRequest struct {
	BusinessID string // empty: the business that the phone visited last
	Phone      string // as typed
	Birthday   string // when given, the code is sent only if it is the one on file
	Asker      string // what tells whoever asks from others who ask for the same phone
}

// RequestCode sends a code to a customer's phone through WhatsApp, which only its
// asker can use. It answers alike, in text and in time, when nobody has the phone
// or the birthday is another: then nothing is sent. The code that the same asker
// was sent before no longer holds; those of others do.
func (p *Portal) RequestCode(ctx context.Context, request CodeRequest) error {
	answerAt := time.After(codeAnswerTime)
	phone, err := p.phoneIn(ctx, request.BusinessID, request.Phone)
	if err != nil {
		return err
	}
	if _, ok := loyalty.ParseDay(request.Birthday); request.Birthday != "" && !ok {
		return loyalty.InvalidField("birthday", "La fecha de nacimiento no es válida: usa AAAA-MM-DD.")
	}
	if err := p.sendCode(ctx, request, phone); err != nil {
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
	business, err := p.PublicBusiness(ctx, businessID)
	if err != nil {
		return "", err
	}
	if !business.Active() {
		return "", loyalty.ErrBusinessSuspended
	}
	return loyalty.CleanPhone("phone", typed, business.Country)
}

func (p *Portal) sendCode(ctx context.Context, request CodeRequest, phone string) error {
	digits, err := loyalty.NewCode(rand.Reader)
	if err != nil {
		return err
	}
	err = p.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		business, customer, err := codeHolder(tx, request, phone)
		if err != nil {
			return err
		}
		code := loyalty.LoginCode{
			Scope:      request.BusinessID,
			PhoneKey:   p.tokens.phoneKey(phone),
			Asker:      p.tokens.askerKey(request.Asker),
			CodeHash:   p.tokens.codeHash(request.BusinessID, phone, digits),
			TriesLeft:  loyalty.CodeTries,
			ExpiresAt:  p.Now().Add(loyalty.CodeLifetime),
			BusinessID: business.ID,
			CustomerID: customer.ID,
		}
		former, _, err := tx.Codes().Lock(code.Scope, code.PhoneKey, code.Asker)
		if err != nil {
			return err
		}
		if customer.ID != "" {
			code.MessageID, err = p.queueCode(tx.In(business.ID), business, customer, digits, former.MessageID)
		}
		if err != nil {
			return err
		}
		return tx.Codes().Keep(code)
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
	if err != nil {
		return business, none, err
	}
	if request.Birthday != "" && customer.Birthday != "" && string(customer.Birthday) != request.Birthday {
		return loyalty.Business{}, none, nil
	}
	return business, customer, nil
}

// queueCode writes the message that brings a code, in the place of a former one,
// and returns its id. A phone that nobody has proved gets few in a day, whoever
// asks for them: then there is no message.
func (p *Portal) queueCode(
	tx *store.Tx, business loyalty.Business, customer loyalty.Customer, digits, former string,
) (id string, err error) {
	goes, err := p.mayBeCoded(tx, customer)
	if err != nil || !goes {
		return "", err
	}
	if err := tx.Queue().DropCode(former); err != nil {
		return "", err
	}
	if id, err = p.IDs.Next(p.Now()); err != nil {
		return "", err
	}
	err = p.messages.Put(tx, customer, loyalty.Message{
		ID:   id,
		Kind: loyalty.MessageOTP,
		Text: fmt.Sprintf("%s es tu código para ver tus puntos de %s. Caduca en 10 minutos. Si no lo has pedido, no hagas nada.",
			digits, business.SenderName()),
	})
	if err != nil {
		return "", err
	}
	return id, p.Record(tx, "", loyalty.ActionCodeSent, customer.ID, "")
}

// mayBeCoded reports whether a customer may be sent a code, and counts it where
// nobody has proved her phone.
func (p *Portal) mayBeCoded(tx *store.Tx, customer loyalty.Customer) (bool, error) {
	unproved, err := tx.Phones().Unproved(customer.ID)
	if err != nil || !unproved {
		return err == nil, err
	}
	return p.attempts.RoomFor(tx, Attempt{loyalty.AttemptUnprovedCode, customer.Phone})
}

// PortalSession is what a code opens.
type PortalSession struct {
	Token        string
	User         PortalUser
	Phone        string // by which she has signed in
	CustomerName string
	QRID         string // as of loyalty.Customer.QR
	BusinessName string
}

// CheckCode exchanges the code that an asker was sent for a session. It refuses
// with loyalty.ErrCodeRefused, which does not tell a wrong code, an expired or
// used one, another asker's and one that was never sent apart. Each refusal spends
// one of the tries of the asker's own code.
func (p *Portal) CheckCode(ctx context.Context, asker, businessID, phone, typed string) (PortalSession, error) {
	code, err := loyalty.CleanCode("code", typed)
	if err != nil {
		return PortalSession{}, err
	}
	number, err := p.phoneIn(ctx, businessID, phone)
	if err != nil {
		return PortalSession{}, err
	}
	var session PortalSession
	var opened bool
	err = p.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		session, opened, err = p.open(tx, p.tokens.askerKey(asker), businessID, number, code)
		if err == nil && opened {
			session.Token, err = p.begin(tx, session.User, number, act.AgentOf(ctx))
		}
		return err
	})
	switch {
	case err != nil:
		return PortalSession{}, fmt.Errorf("checking a code: %w", err)
	case !opened:
		return PortalSession{}, loyalty.ErrCodeRefused
	}
	return session, nil
}

// open uses the code up when it is right, and one of its tries when it
// is not.
func (p *Portal) open(tx *store.PlatformTx, asker, scope, phone, code string) (PortalSession, bool, error) {
	none := PortalSession{}
	kept, found, err := tx.Codes().Lock(scope, p.tokens.phoneKey(phone), asker)
	if err != nil || !found || !kept.Holds(p.Now()) {
		return none, false, err
	}
	right := hmac.Equal([]byte(kept.CodeHash), []byte(p.tokens.codeHash(scope, phone, code)))
	if !right || kept.CustomerID == "" {
		return none, false, tx.Codes().SpendTry(kept)
	}
	if err := tx.Codes().Remove(kept); err != nil {
		return none, false, err
	}
	bound := tx.In(kept.BusinessID)
	// She may have been archived, or have another phone, since the code was sent.
	customer, err := bound.Customers().ByPhone(phone)
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		return none, false, nil
	}
	if err != nil || customer.ID != kept.CustomerID {
		return none, false, err
	}
	if p.messages.HidesCodes() {
		if err := bound.Queue().BlankCodes(customer.ID); err != nil {
			return none, false, err
		}
	}
	return p.openOf(bound, customer)
}

// openOf returns the session of a customer, and false when her business
// is suspended.
func (p *Portal) openOf(tx *store.Tx, customer loyalty.Customer) (PortalSession, bool, error) {
	business, err := tx.Business().Get()
	if err != nil || !business.Active() {
		return PortalSession{}, false, err
	}
	session := PortalSession{
		User:         PortalUser{CustomerID: customer.ID, BusinessID: business.ID},
		Phone:        customer.Phone,
		CustomerName: customer.Name,
		QRID:         customer.QR(),
		BusinessName: business.Name,
	}
	if err := tx.Customers().NoteSignIn(customer.ID, p.Now()); err != nil {
		return PortalSession{}, false, err
	}
	return session, true, p.Record(tx, "", loyalty.ActionPortalSignIn, customer.ID, "")
}

// forgetCodes removes codes that nobody can use any more.
func (p *Portal) forgetCodes(ctx context.Context) error {
	return p.RemoveAll(ctx, []act.Removal{{Remove: act.From((*store.PlatformTx).Codes, store.Codes.RemoveExpired), Before: p.Now()}})
}
