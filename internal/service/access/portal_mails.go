package access

import (
	"cmp"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// mailRecipient returns the customer who gets the code. Without a business, it chooses one where the e-mail can sign
// in.
func mailRecipient(tx *store.PlatformTx, request CodeRequest, phone string) (loyalty.Business, loyalty.Customer, error) {
	if request.BusinessID == "" {
		businessID, err := mailBusiness(tx, phone)
		if err != nil {
			return loyalty.Business{}, loyalty.Customer{}, err
		}
		request.BusinessID = businessID
	}
	return codeRecipient(tx, request, phone)
}

func mailBusiness(tx *store.PlatformTx, phone string) (string, error) {
	cards, err := tx.Customers().CardsOnPhone(phone, time.Time{})
	if err != nil {
		return "", err
	}
	cards = slices.DeleteFunc(cards, func(card PortalCard) bool { return card.Child || !card.Email.CanSignIn() })
	if len(cards) == 0 {
		return "", nil
	}
	return slices.MinFunc(cards, compareOwnership).BusinessID, nil
}

// compareOwnership prefers the phone owner's e-mail: verified, then by latest visit, then by earliest registration.
func compareOwnership(a, b PortalCard) int {
	if a.Email.Unverified != b.Email.Unverified {
		if b.Email.Unverified {
			return -1
		}
		return 1
	}
	return cmp.Or(b.VisitedAt.Compare(a.VisitedAt), a.JoinedAt.Compare(b.JoinedAt))
}

func (p *Portal) mailCode(tx *store.PlatformTx, code newCode, former loyalty.LoginCode) error {
	address, err := p.mailAddressFor(tx, code)
	if err != nil {
		return err
	}
	if address == "" {
		return p.storeUnsent(tx, code, former)
	}
	formerPlace, waited, err := dropWaitingCode(tx, code, former)
	if err != nil {
		return err
	}
	place, err := p.queuePosition(tx.In(code.BusinessID), code)
	if err != nil {
		return err
	}
	sendAt := mailSendTime(place)
	if waited && formerPlace.At.Before(sendAt) {
		sendAt = formerPlace.At
	}
	if code.MessageID, err = p.base.IDs.Next(p.base.Now()); err != nil {
		return err
	}
	code.EmailKey = p.tokens.emailKey(address)
	err = tx.In(code.BusinessID).Mails().Insert(loyalty.Mail{
		BusinessID: code.BusinessID,
		ID:         code.MessageID,
		CustomerID: code.CustomerID,
		Kind:       loyalty.MailCode,
		Address:    address,
		Sender:     code.business.SenderName(),
		Subject:    code.digits + " es tu código de " + code.business.SenderName(),
		Text:       code.text(),
		CreatedAt:  p.base.Now(),
		SendAt:     sendAt,
		ExpiresAt:  code.ExpiresAt,
	})
	if err != nil {
		return err
	}
	return p.storeSent(tx, code, former, byEmail)
}

const byEmail = "email"

func (p *Portal) mailAddressFor(tx *store.PlatformTx, code newCode) (address string, err error) {
	if code.CustomerID == "" {
		return "", nil
	}
	businessTx := tx.In(code.BusinessID)
	signIn, err := businessTx.Phones().SignInEmail(code.CustomerID)
	if err != nil || !signIn.CanSignIn() {
		return "", err
	}
	for _, attempt := range code.mailAttempts(signIn) {
		if isAllowed, err := p.attempts.Allow(businessTx, attempt); err != nil || !isAllowed {
			return "", err
		}
	}
	return signIn.Address, nil
}

// mailAttempts are narrowest first: a refusal counts for no wider one. A known device with a verified e-mail has limits
// of its own.
func (c newCode) mailAttempts(signIn loyalty.SignInEmail) []Attempt {
	switch {
	case signIn.Unverified:
		return []Attempt{
			{AttemptUnverifiedMail, signIn.Address + " " + c.customer.Phone + " " + c.request.Network},
			{AttemptUnverifiedNetwork, c.BusinessID + " " + c.request.Network},
			{AttemptUnverifiedAddress, signIn.Address},
			{AttemptUnverifiedBusiness, c.BusinessID},
		}
	case c.request.KnownDevice:
		return nil
	default:
		return []Attempt{{AttemptMailedCode, signIn.Address}}
	}
}
