package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// Redeemed is a reward that was given, and where the customer stands now.
type Redeemed struct {
	Reward   loyalty.Reward
	Progress loyalty.Progress
	Replayed bool // the key was answered before, with this reward
}

// Redeem gives a reward to a customer: of her own card, or of the card of her
// family. Of two tries at once one succeeds and the other is refused with
// loyalty.ErrRewardNotPending. The welcome discount is not given on a day with
// another reward, nor another on its day: loyalty.ErrWelcomeNotCombinable. A
// reward of another card is loyalty.ErrRewardNotFound. The same key is answered
// with the same reward, as it is now, or with the same refusal.
func (s *Service) Redeem(ctx context.Context, actor Actor, customerID, rewardID string, key Key) (Redeemed, error) {
	if err := key.Checked(); err != nil {
		return Redeemed{}, err
	}
	var redeemed Redeemed
	err := s.inBusinessOnce(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		redeemed, err = s.redeem(tx, actor, customerID, rewardID, key)
		return err
	})
	return redeemed, err
}

func (s *Service) redeem(tx *store.Tx, actor Actor, customerID, rewardID string, key Key) (Redeemed, error) {
	business, err := tx.Business()
	if err != nil {
		return Redeemed{}, err
	}
	replay := true
	redeemed, err := once(s, tx, key, "redeem "+rewardID+" by "+customerID, func() (Redeemed, error) {
		replay = false
		customer, err := tx.LockCustomer(customerID)
		if err != nil {
			return Redeemed{}, err
		}
		return s.giveReward(tx, actor, business, customer, rewardID)
	})
	if err != nil || !replay {
		return redeemed, err
	}
	redeemed.Replayed = true
	if redeemed.Reward, err = tx.LockReward(rewardID); err != nil {
		return redeemed, err
	}
	redeemed.Progress, err = s.progressSince(tx, business, customerID, redeemed.Progress)
	return redeemed, err
}

func (s *Service) giveReward(
	tx *store.Tx, actor Actor, business loyalty.Business, customer loyalty.Customer, rewardID string,
) (Redeemed, error) {
	wallet, err := walletOf(tx, customer)
	if err != nil {
		return Redeemed{}, err
	}
	reward, err := tx.LockReward(rewardID)
	if err != nil {
		return Redeemed{}, err
	}
	today := business.DayOf(s.now())
	given, err := tx.RewardsGiven(customer.ID, today, business.StartOf(today))
	if err != nil {
		return Redeemed{}, err
	}
	if err := mayGive(wallet, reward, given); err != nil {
		return Redeemed{}, err
	}
	reward.Redemption = &loyalty.Redemption{CustomerID: customer.ID, At: s.now(), Day: today, UserID: actor.UserID}
	if err := tx.RedeemReward(reward); err != nil {
		return Redeemed{}, err
	}
	reward.Status = loyalty.RewardRedeemed
	if err := s.record(tx, actor.UserID, loyalty.ActionRewardRedeemed, reward.ID, customer.ID); err != nil {
		return Redeemed{}, err
	}
	progress, err := s.progressOf(tx, business, customer)
	return Redeemed{Reward: reward, Progress: progress}, err
}

// mayGive refuses a reward that is not hers, or not owed, or cannot be combined
// with what she was given today.
func mayGive(w wallet, reward loyalty.Reward, given []loyalty.Reward) error {
	if !w.holds(reward.CardID) {
		return loyalty.ErrRewardNotFound
	}
	if reward.Status != loyalty.RewardPending {
		return loyalty.ErrRewardNotPending
	}
	if !reward.CombinesWith(given) {
		return loyalty.ErrWelcomeNotCombinable
	}
	return nil
}

// Rewards returns a page of the rewards of a customer's cards, newest first, or
// loyalty.ErrCustomerNotFound.
func (s *Service) Rewards(ctx context.Context, actor Actor, customerID string, list ListRequest) (Listed[loyalty.Reward], error) {
	var rewards Listed[loyalty.Reward]
	page, err := store.NewPage(list.Limit, list.Cursor, 2)
	if err != nil {
		return rewards, err
	}
	err = s.store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		customer, err := tx.Customer(customerID)
		if err != nil {
			return err
		}
		wallet, err := walletOf(tx, customer)
		if err != nil {
			return err
		}
		rewards, err = tx.ListRewards(wallet.cardIDs, list.Search, page)
		return err
	})
	return rewards, err
}
