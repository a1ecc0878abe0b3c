package usecase

import (
	"context"
	"errors"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// Cards reads cards and progress.
type Cards struct{ base *Base }

// NewCards serves all businesses.
func NewCards(base *Base) *Cards { return &Cards{base} }

// Progress returns the card that the next visit stamps, with redeemable rewards, or loyalty.ErrCustomerNotFound.
func (c *Cards) Progress(ctx context.Context, actor Actor, customerID string) (loyalty.Progress, error) {
	var progress loyalty.Progress
	err := c.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		customer, err := tx.Customers().Get(customerID)
		if err != nil {
			return err
		}
		progress, err = c.ProgressOf(tx, business, customer)
		return err
	})
	return progress, err
}

// ProgressOf returns the progress like Progress, within a transaction.
func (c *Cards) ProgressOf(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) (loyalty.Progress, error) {
	visited, err := c.CameToday(tx, business, customer)
	if err != nil {
		return loyalty.Progress{}, err
	}
	wallet, err := CardsOf(tx, customer)
	if err != nil {
		return loyalty.Progress{}, err
	}
	rewards, err := tx.Rewards().ListUnredeemed(wallet.CardIDs())
	if err != nil {
		return loyalty.Progress{}, err
	}
	progress := wallet.Progress(business, customer)
	progress.VisitedToday = visited
	progress.Owed = PendingRewards(rewards)
	return progress, nil
}

// CameToday reports whether the customer came today, by the current time zone or the stored day.
func (c *Cards) CameToday(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) (bool, error) {
	now := c.base.Now()
	if !customer.MayHaveVisitedToday(now) {
		return false, nil
	}
	if business.VisitedToday(customer, now) {
		return true, nil
	}
	return tx.Visits().ExistsOn(customer.ID, business.DayOf(now))
}

// CurrentProgress returns the customer's progress, or former if the customer was archived.
func (c *Cards) CurrentProgress(
	tx *store.Tx, business loyalty.Business, customerID string, former loyalty.Progress,
) (loyalty.Progress, error) {
	customer, err := tx.Customers().Get(customerID)
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		return former, nil
	}
	if err != nil {
		return former, err
	}
	return c.ProgressOf(tx, business, customer)
}

// PendingRewards returns the rewards whose status is PENDING.
func PendingRewards(rewards []loyalty.Reward) []loyalty.Reward {
	pending := []loyalty.Reward{}
	for _, reward := range rewards {
		if reward.Status == loyalty.RewardPending {
			pending = append(pending, reward)
		}
	}
	return pending
}
