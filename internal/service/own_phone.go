package service

import (
	"cmp"
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/act"
	"axioma/internal/store"
)

// OnOwnPhone gives a child of a signed-in customer, who has turned 14, a phone of her own,
// which her card goes along to: from then on she is nobody's child, by consents of her
// own. As after a registration nobody has proved the phone yet. Of the form neither name
// nor birthday count. The same key is answered as the first time.
//
// It refuses with loyalty.ErrCustomerNotFound who is no child of hers, with
// loyalty.ErrChildTooYoung, with loyalty.ErrPhoneTaken a phone that another active
// customer has, and with a validation error what is not right, field by field.
func (r *Registrations) OnOwnPhone(
	ctx context.Context, user access.PortalUser, childID string, form loyalty.Registration, key act.Key,
) error {
	if err := key.Checked(); err != nil {
		return err
	}
	asked := describe("own phone", append(saidOf(form), childID)...)
	return r.InBusinessOnce(ctx, user.BusinessID, func(tx *store.Tx) error {
		_, err := act.Once(r.Base, tx, key, asked, act.PlainForm[struct{}](), func() (struct{}, error) {
			return struct{}{}, r.onOwnPhone(tx, user, childID, form)
		})
		return err
	})
}

func (r *Registrations) onOwnPhone(tx *store.Tx, user access.PortalUser, childID string, form loyalty.Registration) error {
	business, err := tx.Business().Get()
	if err != nil {
		return err
	}
	child, err := lockChild(tx, user, childID)
	if err != nil {
		return err
	}
	today := business.DayOf(r.Now())
	if !child.Grown(today) {
		return loyalty.ErrChildTooYoung
	}
	guardianID := child.GuardianID
	form.Name, form.Birthday = child.Name, string(child.Birthday)
	said, err := form.Checked(business, today)
	if err != nil {
		return err
	}
	own, err := loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: said.Phone}}.Apply(child, business, today)
	if err != nil {
		return err
	}
	if err := tx.Customers().Update(own); err != nil {
		return err
	}
	if err := tx.Phones().LeaveUnproved(own.ID); err != nil {
		return err
	}
	for kind, granted := range form.Granted(false) {
		consent := loyalty.Consent{CustomerID: own.ID, Kind: kind, Granted: granted, Form: loyalty.FormPortal}
		if err := r.RecordConsent(tx, consent); err != nil {
			return err
		}
	}
	if err := r.queueFirst(tx, business, own, form); err != nil {
		return err
	}
	return r.Record(tx, "", loyalty.ActionChildOnOwnPhone, own.ID, guardianID)
}

// lockChild returns a child of a signed-in customer, locked with her guardian, or
// loyalty.ErrCustomerNotFound.
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
