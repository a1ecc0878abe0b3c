package service

import (
	"cmp"
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// MoveChildToOwnPhone gives a child of 14 or more an unverified phone. The child keeps the card, and decides alone
// about consents. Guardian and e-mail are removed; name and birthday in the form are ignored.
//
// Errors: loyalty.ErrCustomerNotFound for another guardian's child, loyalty.ErrChildTooYoung, loyalty.ErrPhoneTaken,
// loyalty.ErrPhoneUnverified, a validation error by field.
func (r *Registrations) MoveChildToOwnPhone(
	ctx context.Context, user access.PortalUser, childID string, form loyalty.Registration, key usecase.IdempotencyKey,
) error {
	if err := user.RequireVerified(); err != nil {
		return err
	}
	if err := key.Validate(); err != nil {
		return err
	}
	fingerprint := requestFingerprint("own phone", append(registrationFields(form), childID)...)
	return r.base.InBusinessIdempotent(ctx, user.BusinessID, func(tx *store.Tx) error {
		_, err := usecase.RunOnceAndRefresh(r.base, tx, key, fingerprint, usecase.PlainCodec[struct{}](), func() (struct{}, error) {
			return struct{}{}, r.moveChildToOwnPhone(tx, user, childID, form)
		}, func(result struct{}) (struct{}, error) {
			_, err := tx.Customers().Get(childID)
			return result, err
		})
		return err
	})
}

func (r *Registrations) moveChildToOwnPhone(tx *store.Tx, user access.PortalUser, childID string, form loyalty.Registration) error {
	child, err := lockChild(tx, user, childID)
	if err != nil {
		return err
	}
	own, err := r.moveToOwnPhone(tx, child, form, phoneMove{form: loyalty.FormPortal})
	if err != nil {
		return err
	}
	if err := tx.Phones().MarkUnverified(own.ID, ""); err != nil {
		return err
	}
	business, err := tx.Business().Get()
	if err != nil {
		return err
	}
	_, err = r.sendFirstQR(tx, business, own)
	return err
}

// MoveChildToOwnPhoneAtCounter gives a child a phone that the staff have verified (decision 0018). It returns
// loyalty.ErrNoGuardian if the customer is no child.
func (r *Registrations) MoveChildToOwnPhoneAtCounter(
	ctx context.Context, actor usecase.Actor, childID string, form loyalty.Registration, key usecase.IdempotencyKey,
) (loyalty.Customer, error) {
	var own loyalty.Customer
	if err := key.Validate(); err != nil {
		return own, err
	}
	fingerprint := requestFingerprint("own phone at the counter", append(registrationFields(form), childID)...)
	err := r.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) error {
		_, err := usecase.RunOnce(r.base, tx, key, fingerprint, usecase.PlainCodec[struct{}](), func() (struct{}, error) {
			return struct{}{}, r.moveChildToOwnPhoneAtCounter(tx, actor, childID, form)
		})
		if err == nil {
			own, err = tx.Customers().Get(childID)
		}
		return err
	})
	return maskedFor(actor, own), err
}

func (r *Registrations) moveChildToOwnPhoneAtCounter(tx *store.Tx, actor usecase.Actor, childID string, form loyalty.Registration) error {
	if _, err := guardianOrSelf(tx, childID, tx.Customers().Lock); err != nil {
		return err
	}
	child, err := tx.Customers().Lock(childID)
	if err != nil {
		return err
	}
	if !child.IsChild() {
		return loyalty.ErrNoGuardian
	}
	own, err := r.moveToOwnPhone(tx, child, form, phoneMove{form: loyalty.FormStaff, userID: actor.UserID})
	if err != nil {
		return err
	}
	business, err := tx.Business().Get()
	if err != nil {
		return err
	}
	_, err = r.messages.SendFirstQR(tx, business, own, nil)
	return err
}

type phoneMove struct {
	form   loyalty.ConsentForm
	userID string
}

func (r *Registrations) moveToOwnPhone(
	tx *store.Tx, child loyalty.Customer, form loyalty.Registration, taking phoneMove,
) (loyalty.Customer, error) {
	business, err := tx.Business().Get()
	if err != nil {
		return child, err
	}
	today := business.DayOf(r.base.Now())
	if !child.MayLeaveGuardian(today) {
		return child, loyalty.ErrChildTooYoung
	}
	form.Name, form.Birthday = child.Name, string(child.Birthday)
	valid, err := form.Validate(business, today)
	if err != nil {
		return child, err
	}
	changes := loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: valid.Phone}}
	if taking.form == loyalty.FormPortal {
		// The guardian typed the e-mail, which would receive codes for the unverified phone.
		changes.Email = loyalty.Change{Sent: true}
	}
	own, err := changes.Apply(child, business, today)
	if err != nil {
		return child, err
	}
	if err := tx.Customers().Update(own); err != nil {
		return child, err
	}
	for kind, granted := range form.GrantedConsents(false) {
		consent := loyalty.Consent{CustomerID: own.ID, Kind: kind, Granted: granted, Form: taking.form}
		if err := r.base.RecordConsent(tx, consent); err != nil {
			return child, err
		}
	}
	if err := r.base.Append(tx, loyalty.NewCustomerEvent(loyalty.EventCustomerChanged, own)); err != nil {
		return child, err
	}
	if err := r.base.Append(tx, loyalty.Event{Kind: loyalty.EventCustomerChanged, CustomerID: child.GuardianID}); err != nil {
		return child, err
	}
	return own, r.base.Record(tx, taking.userID, loyalty.ActionChildOnOwnPhone, own.ID, child.GuardianID)
}

func lockChild(tx *store.Tx, user access.PortalUser, childID string) (loyalty.Customer, error) {
	customer, err := tx.Customers().Get(user.CustomerID)
	if err != nil {
		return customer, err
	}
	guardian, err := tx.Customers().Lock(cmp.Or(customer.GuardianID, customer.ID))
	if err != nil {
		return guardian, err
	}
	child, err := tx.Customers().Lock(childID)
	if err == nil && child.GuardianID != guardian.ID {
		err = loyalty.ErrCustomerNotFound
	}
	return child, err
}
