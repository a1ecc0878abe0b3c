package access

import (
	"cmp"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// mailHolder is codeHolder for a code by e-mail: where no business is named it is one at
// which the phone's e-mail opens its cards, if there is any.
func mailHolder(tx *store.PlatformTx, request CodeRequest, phone string) (loyalty.Business, loyalty.Customer, error) {
	if request.BusinessID == "" {
		businessID, err := mailBusiness(tx, phone)
		if err != nil {
			return loyalty.Business{}, loyalty.Customer{}, err
		}
		request.BusinessID = businessID
	}
	return codeHolder(tx, request, phone)
}

// mailBusiness is a business at which a phone's e-mail opens its cards, if there is any.
func mailBusiness(tx *store.PlatformTx, phone string) (string, error) {
	cards, err := tx.Customers().CardsOf(phone, time.Time{})
	if err != nil {
		return "", err
	}
	cards = slices.DeleteFunc(cards, func(card PortalCard) bool { return card.Child || !card.Email.CanSignIn() })
	if len(cards) == 0 {
		return "", nil
	}
	return slices.MinFunc(cards, likelierHers).BusinessID, nil
}

// likelierHers puts the card first whose e-mail is likelier that of whoever has the phone:
// somebody proved it, or else she has visited, lately. Of those that were only registered
// it is the first: whoever types the phone of a customer comes after her.
func likelierHers(a, b PortalCard) int {
	if a.Email.Unverified != b.Email.Unverified {
		if b.Email.Unverified {
			return -1
		}
		return 1
	}
	return cmp.Or(b.VisitedAt.Compare(a.VisitedAt), a.JoinedAt.Compare(b.JoinedAt))
}

// mailCode keeps a code and writes the mail that brings it, in the place of what brought a
// former one. Where her e-mail opens nothing, or has been sent too many, there is no mail.
func (p *Portal) mailCode(tx *store.PlatformTx, code newCode, former loyalty.LoginCode) error {
	address, err := p.mayBeMailed(tx, code)
	if err != nil {
		return err
	}
	if address == "" {
		return p.keepUnsent(tx, code, former)
	}
	taken, waited, err := takeOver(tx, code, former)
	if err != nil {
		return err
	}
	place, err := p.placeOf(tx.In(code.BusinessID), code)
	if err != nil {
		return err
	}
	sendAt := placeInMails(place)
	if waited && taken.At.Before(sendAt) {
		sendAt = taken.At
	}
	if code.MessageID, err = p.base.IDs.Next(p.base.Now()); err != nil {
		return err
	}
	code.EmailKey = p.tokens.emailKey(address)
	err = tx.In(code.BusinessID).Mails().Put(loyalty.Mail{
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
	return p.keepSent(tx, code, former, byEmail)
}

// byEmail is how the trail says that a code went to an e-mail, and that somebody entered so.
const byEmail = "email"

// mayBeMailed returns the e-mail that a code goes to, and counts it, or none.
func (p *Portal) mayBeMailed(tx *store.PlatformTx, code newCode) (address string, err error) {
	if code.CustomerID == "" {
		return "", nil
	}
	bound := tx.In(code.BusinessID)
	standing, err := bound.Phones().EmailStanding(code.CustomerID)
	if err != nil || !standing.CanSignIn() {
		return "", err
	}
	for _, attempt := range code.mailAttempts(standing) {
		if goes, err := p.attempts.RoomFor(bound, attempt); err != nil || !goes {
			return "", err
		}
	}
	return standing.Address, nil
}

// mailAttempts are what a code by e-mail counts as, the narrowest first: who is refused by
// it uses up nothing of others. To a proved e-mail a device that is known by the phone has
// tries of its own, so that strangers do not keep her out.
func (c newCode) mailAttempts(standing loyalty.SignInEmail) []Attempt {
	switch {
	case standing.Unverified:
		return []Attempt{
			{AttemptUnprovedMail, standing.Address + " " + c.customer.Phone + " " + c.request.Network},
			{AttemptUnprovedNetwork, c.BusinessID + " " + c.request.Network},
			{AttemptUnprovedAddress, standing.Address},
			{AttemptUnprovedShop, c.BusinessID},
		}
	case c.request.Known:
		return nil
	default:
		return []Attempt{{AttemptMailedCode, standing.Address}}
	}
}
