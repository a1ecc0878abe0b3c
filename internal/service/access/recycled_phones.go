package access

import (
	"context"
	"crypto/hmac"
	"errors"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// birthdays ask for the birthday on file where a phone alone does not open a card.
type birthdays struct {
	base     *usecase.Base
	attempts *Attempts
}

// asked returns the customer by whose phone a card is reached, and reports whether the
// phone opens it only together with their birthday: it is on file, and there has been no sign of
// life for long, so the number may be somebody else's by now.
func (b birthdays) asked(tx *store.Tx, customer loyalty.Customer) (holder loyalty.Customer, asks bool, err error) {
	if holder, err = holderOf(tx, customer); err != nil || holder.Birthday == "" {
		return holder, false, err
	}
	asks, err = tx.Phones().Silent(holder.ID, loyalty.SilentSince(b.base.Now()))
	return holder, asks, err
}

func holderOf(tx *store.Tx, customer loyalty.Customer) (loyalty.Customer, error) {
	if customer.GuardianID == "" {
		return customer, nil
	}
	return tx.Customers().Get(customer.GuardianID)
}

// check compares a birthday that was said with the one on file, where it is asked for.
// The first result is the refusal to show; nil: the phone opens the card.
func (b birthdays) check(tx *store.Tx, customer loyalty.Customer, said string) (refusal, err error) {
	holder, asks, err := b.asked(tx, customer)
	if err != nil || !asks {
		return nil, err
	}
	if said == "" {
		return loyalty.ErrBirthdayRequired, nil
	}
	room, err := b.attempts.RoomFor(tx, Attempt{AttemptBirthday, holder.ID})
	switch {
	case err != nil:
		return nil, err
	case !room:
		return loyalty.TooManyFor(AttemptBirthday.Limit().Within), nil
	case said != string(holder.Birthday):
		return loyalty.ErrBirthdayRefused, nil
	}
	return nil, nil
}

// fits reports whether a code may be sent by the birthday that was said, if any. Where
// the phone may be recycled, guesses count as those of check do.
func (b birthdays) fits(tx *store.Tx, customer loyalty.Customer, said string) (bool, error) {
	if said == "" || customer.Birthday == "" {
		return true, nil
	}
	_, asks, err := b.asked(tx, customer)
	if err != nil {
		return false, err
	}
	if asks {
		if room, err := b.attempts.RoomFor(tx, Attempt{AttemptBirthday, customer.ID}); err != nil || !room {
			return false, err
		}
	}
	return said == string(customer.Birthday), nil
}

// Releases take phones off the records of their former owners.
type Releases struct {
	base   *usecase.Base
	portal *Portal
	proofs *Proofs
}

// Release takes the phone off the record of the former owner of a number, at the request of
// the person who has it now and has signed in with it. All sessions of the phone end. The record,
// its QR and its passes stay the former owner's. It refuses with loyalty.ErrPhoneSessionNeeded a
// session that came by an e-mail.
func (r *Releases) Release(ctx context.Context, user PortalUser) error {
	if user.Email != "" {
		return loyalty.ErrPhoneSessionNeeded
	}
	err := r.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return r.release(tx, user.BusinessID, user.CustomerID)
	})
	if err != nil {
		return fmt.Errorf("releasing a phone: %w", err)
	}
	return nil
}

// ReleaseByCode is Release by a code that went to the phone, which is used up. It
// refuses as CheckCode does.
func (r *Releases) ReleaseByCode(ctx context.Context, try CodeTry) error {
	code, number, err := r.portal.cleanTry(ctx, try)
	if err != nil {
		return err
	}
	released := false
	err = r.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		kept, right, err := r.portal.lockRight(tx, r.portal.tokens.askerKey(try.Asker), try.BusinessID, number, code)
		if err != nil || !right || kept.EmailKey != "" {
			return err
		}
		if err := tx.Codes().Remove(kept); err != nil {
			return err
		}
		customer, err := tx.In(kept.BusinessID).Customers().ByPhone(number)
		if errors.Is(err, loyalty.ErrCustomerNotFound) {
			return nil
		}
		if err != nil || customer.ID != kept.CustomerID {
			return err
		}
		released = true
		return r.release(tx, kept.BusinessID, customer.ID)
	})
	switch {
	case err != nil:
		return fmt.Errorf("releasing a phone by a code: %w", err)
	case !released:
		return loyalty.ErrCodeRefused
	}
	return nil
}

// ReleaseByTicket is Release by a ticket for which a message has come from the phone,
// which is used up. It refuses with loyalty.ErrTicketRefused any other.
func (r *Releases) ReleaseByTicket(ctx context.Context, ticket string) error {
	released := false
	err := r.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		proof, err := r.proofs.byTicket(tx, r.portal.tokens.ticketHash(ticket))
		if err != nil || proof.CustomerID == "" {
			return err
		}
		if err := tx.Proofs().Remove(proof); err != nil {
			return err
		}
		customer, err := tx.In(proof.BusinessID).Customers().Get(proof.CustomerID)
		if errors.Is(err, loyalty.ErrCustomerNotFound) {
			return nil
		}
		if err != nil || !r.portal.tokens.isOfPhone(proof.PhoneKey, customer.Phone) {
			return err
		}
		released = true
		return r.release(tx, proof.BusinessID, customer.ID)
	})
	switch {
	case err != nil:
		return fmt.Errorf("releasing a phone by a ticket: %w", err)
	case !released:
		return loyalty.ErrTicketRefused
	}
	return nil
}

// release takes the phone by which a card is reached off its record, and ends all sessions of it.
func (r *Releases) release(tx *store.PlatformTx, businessID, customerID string) error {
	bound := tx.In(businessID)
	customer, err := bound.Customers().Lock(customerID)
	if err != nil {
		return err
	}
	if customer.GuardianID != "" {
		if customer, err = bound.Customers().Lock(customer.GuardianID); err != nil {
			return err
		}
	}
	if customer.Phone == "" {
		return nil
	}
	if err := bound.Customers().Update(customer.WithoutPhone()); err != nil {
		return err
	}
	if err := bound.Phones().NoteReleased(customer.ID, r.base.Now()); err != nil {
		return err
	}
	if err := tx.PortalSessions().CloseAllBut(store.OpenedBy{PhoneKey: r.portal.tokens.phoneKey(customer.Phone)}, ""); err != nil {
		return err
	}
	if err := r.base.Append(bound, loyalty.NewCustomerEvent(loyalty.EventCustomerChanged, customer)); err != nil {
		return err
	}
	return r.base.Record(bound, "", loyalty.ActionPhoneReleased, customer.ID, "")
}

// releasedShown is how many released phones are listed.
const releasedShown = 20

// ReleasedPhones are the records whose phone was released to the person who has the number now.
type ReleasedPhones struct {
	Items []loyalty.ReleasedPhone // the latest first, releasedShown at most
	Total int64
}

// List returns the records of the business whose phone was released. A record leaves the list
// when it has another phone, is archived, or MarkSeen was called.
func (r *Releases) List(ctx context.Context, actor usecase.Actor) (ReleasedPhones, error) {
	var released ReleasedPhones
	err := r.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		released.Items, released.Total, err = tx.Phones().Released(releasedShown)
		return err
	})
	return released, err
}

// MarkSeen takes a record off the list. The record itself goes on showing that it has lost its
// phone. It may be called again. It refuses with loyalty.ErrCustomerNotFound a customer whom the
// business does not have.
func (r *Releases) MarkSeen(ctx context.Context, actor usecase.Actor, customerID string) error {
	err := r.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Get(customerID)
		if err != nil {
			return err
		}
		noted, err := tx.Phones().NoteReleaseSeen(customer.ID, r.base.Now())
		if err != nil || !noted {
			return err
		}
		return r.base.Record(tx, actor.UserID, loyalty.ActionReleaseSeen, customer.ID, "")
	})
	if err != nil {
		return fmt.Errorf("marking a released phone as seen: %w", err)
	}
	return nil
}

// cleanTry returns the code and the phone (E.164) of a try, or the validation refusal.
func (p *Portal) cleanTry(ctx context.Context, try CodeTry) (code, phone string, err error) {
	if code, err = loyalty.CleanCode("code", try.Code); err != nil {
		return "", "", err
	}
	if _, ok := loyalty.ParseDay(try.Birthday); try.Birthday != "" && !ok {
		return "", "", loyalty.InvalidField("birthday", "La fecha de nacimiento no es válida: usa AAAA-MM-DD.")
	}
	phone, err = p.phoneIn(ctx, try.BusinessID, try.Phone)
	return code, phone, err
}

// lockRight locks the code that an asker has for a phone, and reports whether the typed one is
// right. A wrong one spends a try.
func (p *Portal) lockRight(tx *store.PlatformTx, asker, scope, phone, code string) (loyalty.LoginCode, bool, error) {
	kept, found, err := tx.Codes().Lock(scope, p.tokens.phoneKey(phone), asker)
	if err != nil || !found || !kept.IsUsable(p.base.Now()) {
		return kept, false, err
	}
	right := hmac.Equal([]byte(kept.CodeHash), []byte(p.tokens.codeHash(scope, phone, code)))
	if !right || kept.CustomerID == "" {
		return kept, false, tx.Codes().SpendTry(kept)
	}
	return kept, true, nil
}

// signInOf opens a session, and returns the refusal where it is not opened.
func (p *Portal) signInOf(
	ctx context.Context, open func(*store.PlatformTx) (PortalSession, error, error),
) (session PortalSession, refusal, err error) {
	err = p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		session, refusal, err = open(tx)
		return err
	})
	return session, refusal, err
}
