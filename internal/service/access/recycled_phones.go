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

type birthdayCheck struct {
	base     *usecase.Base
	attempts *Attempts
}

// isRequired returns the holder of the phone, and whether they must name their birthday: after a long silence the phone
// may have a new owner.
func (b birthdayCheck) isRequired(tx *store.Tx, customer loyalty.Customer) (holder loyalty.Customer, asks bool, err error) {
	if holder, err = holderOf(tx, customer); err != nil || holder.Birthday == "" {
		return holder, false, err
	}
	asks, err = tx.Phones().IsSilent(holder.ID, loyalty.SilentSince(b.base.Now()))
	return holder, asks, err
}

func holderOf(tx *store.Tx, customer loyalty.Customer) (loyalty.Customer, error) {
	if customer.GuardianID == "" {
		return customer, nil
	}
	return tx.Customers().Get(customer.GuardianID)
}

func (b birthdayCheck) compare(tx *store.Tx, customer loyalty.Customer, birthday string) (refusal, err error) {
	holder, asks, err := b.isRequired(tx, customer)
	if err != nil || !asks {
		return nil, err
	}
	if birthday == "" {
		return loyalty.ErrBirthdayRequired, nil
	}
	room, err := b.attempts.Allow(tx, Attempt{AttemptBirthday, holder.ID})
	switch {
	case err != nil:
		return nil, err
	case !room:
		return loyalty.TooManyFor(AttemptBirthday.Limit().Window), nil
	case birthday != string(holder.Birthday):
		return loyalty.ErrBirthdayRefused, nil
	}
	return nil, nil
}

// isRight counts the guesses for phones that may have a new owner.
func (b birthdayCheck) isRight(tx *store.Tx, customer loyalty.Customer, birthday string) (bool, error) {
	if birthday == "" || customer.Birthday == "" {
		return true, nil
	}
	_, asks, err := b.isRequired(tx, customer)
	if err != nil {
		return false, err
	}
	if asks {
		if room, err := b.attempts.Allow(tx, Attempt{AttemptBirthday, customer.ID}); err != nil || !room {
			return false, err
		}
	}
	return birthday == string(customer.Birthday), nil
}

// Releases removes phones from former owners' records.
type Releases struct {
	base   *usecase.Base
	portal *Portal
	proofs *Proofs
}

// Release removes the phone and ends its sessions. Record, QR and passes stay. A session by e-mail gets
// loyalty.ErrPhoneSessionNeeded.
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

// ReleaseByCode removes the phone like Release, and uses up a code. Errors: those of SignInWithCode.
func (r *Releases) ReleaseByCode(ctx context.Context, try CodeExchange) error {
	code, number, err := r.portal.parseExchange(ctx, try)
	if err != nil {
		return err
	}
	released := false
	err = r.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		loginCode, right, err := r.portal.lockCode(tx, r.portal.tokens.requesterKey(try.Requester), try.BusinessID, number, code)
		if err != nil || !right || loginCode.EmailKey != "" {
			return err
		}
		if err := tx.Codes().Remove(loginCode); err != nil {
			return err
		}
		customer, err := tx.In(loginCode.BusinessID).Customers().ByPhone(number)
		if errors.Is(err, loyalty.ErrCustomerNotFound) {
			return nil
		}
		if err != nil || customer.ID != loginCode.CustomerID {
			return err
		}
		released = true
		return r.release(tx, loginCode.BusinessID, customer.ID)
	})
	switch {
	case err != nil:
		return fmt.Errorf("releasing a phone by a code: %w", err)
	case !released:
		return loyalty.ErrCodeRefused
	}
	return nil
}

// ReleaseByTicket removes the phone like Release, with a ticket. Before the ticket's message it returns
// loyalty.ErrTicketRefused.
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
		if err != nil || !r.portal.tokens.matchesPhone(proof.PhoneKey, customer.Phone) {
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

func (r *Releases) release(tx *store.PlatformTx, businessID, customerID string) error {
	businessTx := tx.In(businessID)
	customer, err := businessTx.Customers().Lock(customerID)
	if err != nil {
		return err
	}
	if customer.GuardianID != "" {
		if customer, err = businessTx.Customers().Lock(customer.GuardianID); err != nil {
			return err
		}
	}
	if customer.Phone == "" {
		return nil
	}
	if err := businessTx.Customers().Update(customer.WithoutPhone()); err != nil {
		return err
	}
	if err := businessTx.Phones().NoteReleased(customer.ID, r.base.Now()); err != nil {
		return err
	}
	if err := tx.PortalSessions().CloseOthers(store.SessionOrigin{PhoneKey: r.portal.tokens.phoneKey(customer.Phone)}, ""); err != nil {
		return err
	}
	if err := r.base.Append(businessTx, loyalty.NewCustomerEvent(loyalty.EventCustomerChanged, customer)); err != nil {
		return err
	}
	return r.base.Record(businessTx, "", loyalty.ActionPhoneReleased, customer.ID, "")
}

const maxListedReleases = 20

// ReleasedPhones lists records whose phone has a new owner.
type ReleasedPhones struct {
	Items []loyalty.ReleasedPhone // latest first
	Total int64
}

// List returns the records, except with a new phone, archived or marked seen.
func (r *Releases) List(ctx context.Context, actor usecase.Actor) (ReleasedPhones, error) {
	var releasedPhones ReleasedPhones
	err := r.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		releasedPhones.Items, releasedPhones.Total, err = tx.Phones().ListReleases(maxListedReleases)
		return err
	})
	return releasedPhones, err
}

// MarkSeen removes a record from the list, or returns loyalty.ErrCustomerNotFound.
func (r *Releases) MarkSeen(ctx context.Context, actor usecase.Actor, customerID string) error {
	err := r.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Get(customerID)
		if err != nil {
			return err
		}
		isRecorded, err := tx.Phones().NoteReleaseSeen(customer.ID, r.base.Now())
		if err != nil || !isRecorded {
			return err
		}
		return r.base.Record(tx, actor.UserID, loyalty.ActionReleaseSeen, customer.ID, "")
	})
	if err != nil {
		return fmt.Errorf("marking a released phone as seen: %w", err)
	}
	return nil
}

func (p *Portal) parseExchange(ctx context.Context, try CodeExchange) (code, phone string, err error) {
	if code, err = loyalty.CleanCode("code", try.Code); err != nil {
		return "", "", err
	}
	if _, ok := loyalty.ParseDay(try.Birthday); try.Birthday != "" && !ok {
		return "", "", loyalty.InvalidField("birthday", "La fecha de nacimiento no es válida: usa AAAA-MM-DD.")
	}
	phone, err = p.parsePhone(ctx, try.BusinessID, try.Phone)
	return code, phone, err
}

func (p *Portal) lockCode(tx *store.PlatformTx, requester, scope, phone, code string) (loyalty.LoginCode, bool, error) {
	loginCode, found, err := tx.Codes().Lock(scope, p.tokens.phoneKey(phone), requester)
	if err != nil || !found || !loginCode.IsUsable(p.base.Now()) {
		return loginCode, false, err
	}
	right := hmac.Equal([]byte(loginCode.CodeHash), []byte(p.tokens.codeHash(scope, phone, code)))
	if !right || loginCode.CustomerID == "" {
		return loginCode, false, tx.Codes().SpendTry(loginCode)
	}
	return loginCode, true, nil
}

func (p *Portal) signIn(
	ctx context.Context, open func(*store.PlatformTx) (PortalSession, error, error),
) (session PortalSession, refusal, err error) {
	err = p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		session, refusal, err = open(tx)
		return err
	})
	return session, refusal, err
}
