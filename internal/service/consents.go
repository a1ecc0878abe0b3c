package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// Consents returns the consent history of an active customer, newest first, or
// loyalty.ErrCustomerNotFound.
func (s *Service) Consents(ctx context.Context, actor Actor, customerID string) ([]loyalty.Consent, error) {
	var consents []loyalty.Consent
	err := s.store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.Customer(customerID)
		if err != nil {
			return err
		}
		consents, err = tx.ConsentsOf(customer.ID)
		return err
	})
	return consents, err
}

// Unsubscribe withdraws every marketing consent of a customer at once, on the
// public page of her QR, also while her business is suspended. It refuses with
// loyalty.ErrCustomerNotFound.
func (s *Service) Unsubscribe(ctx context.Context, customerID string) error {
	business, err := s.businessOfCustomer(ctx, customerID)
	if err != nil {
		return err
	}
	return s.unsubscribe(ctx, Actor{BusinessID: business.ID}, customerID, loyalty.FormUnsubscribe)
}

// UnsubscribeFor is Unsubscribe at the counter: the staff records that the
// customer has asked for it.
func (s *Service) UnsubscribeFor(ctx context.Context, actor Actor, customerID string) error {
	return s.unsubscribe(ctx, actor, customerID, loyalty.FormStaff)
}

func (s *Service) unsubscribe(ctx context.Context, actor Actor, customerID string, form loyalty.ConsentForm) error {
	return s.store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.LockCustomer(customerID)
		if err != nil {
			return err
		}
		if err := s.withdrawAll(tx, customer.ID, form); err != nil {
			return err
		}
		return s.record(tx, actor.UserID, loyalty.ActionUnsubscribed, customer.ID, string(form))
	})
}

// withdrawAll withdraws every marketing consent, also those that were never
// given: the history shows that she asked.
func (s *Service) withdrawAll(tx *store.Tx, customerID string, form loyalty.ConsentForm) error {
	now := s.now()
	for _, kind := range loyalty.MarketingConsents() {
		if err := s.recordConsent(tx, loyalty.Consent{CustomerID: customerID, Kind: kind, Form: form, At: now}); err != nil {
			return err
		}
	}
	return nil
}

// recordConsent adds what is said to a customer's consent history: now, unless
// it names its instant, so that what is said at once has one.
func (s *Service) recordConsent(tx *store.Tx, said loyalty.Consent) error {
	said, err := s.sayNow(said)
	if err != nil {
		return err
	}
	return tx.InsertConsent(said)
}

// sayNow gives an entry of a consent history its id, wording and, unless it has
// one, instant.
func (s *Service) sayNow(said loyalty.Consent) (_ loyalty.Consent, err error) {
	if said.TextVersion = loyalty.ConsentTextVersion; said.At.IsZero() {
		said.At = s.now()
	}
	said.ID, err = s.ids.Next(said.At)
	return said, err
}

// mergeConsents gives the consents, messages and redemptions to the kept record,
// and withdraws the purposes that the records disagree on.
func (s *Service) mergeConsents(tx *store.Tx, p pair, moved *store.Moved) error {
	kept, err := tx.ConsentsOf(p.kept.ID)
	if err != nil {
		return err
	}
	merged, err := tx.ConsentsOf(p.merged.ID)
	if err != nil {
		return err
	}
	if err := tx.ReassignAll(p.merged.ID, p.kept.ID, moved); err != nil {
		return err
	}
	now := s.now()
	for _, kind := range loyalty.WithdrawnByMerge(kept, merged) {
		said, err := s.sayNow(loyalty.Consent{CustomerID: p.kept.ID, Kind: kind, Form: loyalty.FormMerge, At: now})
		if err != nil {
			return err
		}
		if err := tx.InsertConsent(said); err != nil {
			return err
		}
		moved.Withdrawn = append(moved.Withdrawn, said.ID)
	}
	return orderConsents(tx, p.kept.ID)
}

func orderConsents(tx *store.Tx, customerID string) error {
	for _, kind := range loyalty.ConsentKinds() {
		if err := tx.OrderConsents(customerID, kind); err != nil {
			return err
		}
	}
	return nil
}

// returnConsents takes back what mergeConsents did.
func returnConsents(tx *store.Tx, p pair, moved store.Moved) error {
	if err := tx.RemoveConsents(moved.Withdrawn); err != nil {
		return err
	}
	if err := tx.ReturnAll(moved, p.merged.ID); err != nil {
		return err
	}
	if err := orderConsents(tx, p.kept.ID); err != nil {
		return err
	}
	return orderConsents(tx, p.merged.ID)
}
