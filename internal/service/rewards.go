package service

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Rewards redeems, takes back and lists rewards.
type Rewards struct {
	base  *usecase.Base
	cards *usecase.Cards
}

// ListedReward is a reward with the name of the user who redeemed it.
type ListedReward = store.ListedReward

// RedemptionResult is a reward that was redeemed, or whose redemption was taken back.
type RedemptionResult struct {
	Reward   ListedReward
	Progress loyalty.Progress
	Replayed bool
}

// Redeem redeems a reward of the own card or the family's. Of two concurrent calls one succeeds.
//
// Errors: loyalty.ErrRewardNotPending; loyalty.ErrRewardNotFound, also for another card;
// loyalty.ErrWelcomeNotCombinable for the welcome discount with another reward on one day.
func (r *Rewards) Redeem(ctx context.Context, actor usecase.Actor, customerID, rewardID string, key usecase.IdempotencyKey) (RedemptionResult, error) {
	return r.redeem(ctx, actor, redeemRequest{customerID: customerID, rewardID: rewardID, key: key})
}

// RedeemFirst redeems a reward like Redeem. After another redemption of the day it returns loyalty.ErrRewardGivenToday.
func (r *Rewards) RedeemFirst(ctx context.Context, actor usecase.Actor, customerID, rewardID string, key usecase.IdempotencyKey) (RedemptionResult, error) {
	return r.redeem(ctx, actor, redeemRequest{customerID: customerID, rewardID: rewardID, key: key, firstToday: true})
}

type redeemRequest struct {
	customerID, rewardID string
	key                  usecase.IdempotencyKey
	firstToday           bool // refuse a second redemption of the day
}

func (r redeemRequest) fingerprint() string {
	fingerprint := "redeem " + r.rewardID + " by " + r.customerID
	if r.firstToday {
		fingerprint += ", first of the day"
	}
	return fingerprint
}

func (r *Rewards) redeem(ctx context.Context, actor usecase.Actor, request redeemRequest) (RedemptionResult, error) {
	if err := request.key.Validate(); err != nil {
		return RedemptionResult{}, err
	}
	var redemption RedemptionResult
	err := r.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		redemption, err = r.rewardOnce(tx, request.customerID, request.key, request.fingerprint(), func(b loyalty.Business, c loyalty.Customer) (RedemptionResult, error) {
			return r.give(tx, actor, b, c, request)
		})
		return err
	})
	return redemption, err
}

func (r *Rewards) rewardOnce(
	tx *store.Tx, customerID string, key usecase.IdempotencyKey, fingerprint string, do func(loyalty.Business, loyalty.Customer) (RedemptionResult, error),
) (RedemptionResult, error) {
	business, err := tx.Business().Get()
	if err != nil {
		return RedemptionResult{}, err
	}
	return usecase.RunOnceAndRefresh(r.base, tx, key, fingerprint, redemptionCodec(), func() (RedemptionResult, error) {
		customer, err := tx.Customers().Lock(customerID)
		if err != nil {
			return RedemptionResult{}, err
		}
		return do(business, customer)
	}, func(first RedemptionResult) (RedemptionResult, error) {
		return r.replay(tx, business, customerID, first)
	})
}

func (r *Rewards) replay(
	tx *store.Tx, business loyalty.Business, customerID string, first RedemptionResult,
) (RedemptionResult, error) {
	first.Replayed = true
	var err error
	// Cards are locked before rewards, as in a redemption, to avoid deadlocks.
	if first.Progress, err = r.cards.CurrentProgress(tx, business, customerID, first.Progress); err != nil {
		return first, err
	}
	reward, err := tx.Rewards().Lock(first.Reward.ID)
	if err != nil {
		return first, err
	}
	first.Reward, err = withRedeemerName(tx, reward)
	return first, err
}

func withRedeemerName(tx *store.Tx, reward loyalty.Reward) (ListedReward, error) {
	if reward.Redemption == nil {
		return ListedReward{Reward: reward}, nil
	}
	name, err := tx.Users().Name(reward.Redemption.UserID)
	return ListedReward{Reward: reward, RedeemedByName: name}, err
}

func (r *Rewards) give(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, customer loyalty.Customer, request redeemRequest,
) (RedemptionResult, error) {
	wallet, err := usecase.CardsOf(tx, customer)
	if err != nil {
		return RedemptionResult{}, err
	}
	reward, err := tx.Rewards().Lock(request.rewardID)
	if err != nil {
		return RedemptionResult{}, err
	}
	today := business.DayOf(r.base.Now())
	redeemedToday, err := tx.Rewards().RedeemedOn(customer.ID, today, business.StartOf(today))
	if err != nil {
		return RedemptionResult{}, err
	}
	if err := checkRedeemable(wallet, reward, redeemedToday); err != nil {
		return RedemptionResult{}, err
	}
	if request.firstToday && len(redeemedToday) > 0 {
		return RedemptionResult{}, givenTodayRefusal(tx, business, redeemedToday)
	}
	reward.Redemption = &loyalty.Redemption{CustomerID: customer.ID, At: r.base.Now(), Day: today, UserID: actor.UserID}
	if err := tx.Rewards().Redeem(reward); err != nil {
		return RedemptionResult{}, err
	}
	reward.Status = loyalty.RewardRedeemed
	event := loyalty.NewCustomerEvent(loyalty.EventRewardRedeemed, customer)
	event.CardID, event.RewardID = reward.CardID, reward.ID
	if err := r.base.Append(tx, event); err != nil {
		return RedemptionResult{}, err
	}
	if err := r.base.Record(tx, actor.UserID, loyalty.ActionRewardRedeemed, reward.ID, customer.ID); err != nil {
		return RedemptionResult{}, err
	}
	return r.redemptionResult(tx, business, customer, reward)
}

func givenTodayRefusal(tx *store.Tx, business loyalty.Business, redeemedToday []loyalty.Reward) error {
	last := slices.MaxFunc(redeemedToday, func(one, other loyalty.Reward) int { return one.Redemption.At.Compare(other.Redemption.At) })
	reward, err := withRedeemerName(tx, last)
	if err != nil {
		return err
	}
	return business.GivenTodayRefusal(last, reward.RedeemedByName)
}

func (r *Rewards) redemptionResult(
	tx *store.Tx, business loyalty.Business, customer loyalty.Customer, reward loyalty.Reward,
) (RedemptionResult, error) {
	listedReward, err := withRedeemerName(tx, reward)
	if err != nil {
		return RedemptionResult{}, err
	}
	progress, err := r.cards.ProgressOf(tx, business, customer)
	return RedemptionResult{Reward: listedReward, Progress: progress}, err
}

func checkRedeemable(w loyalty.CustomerCards, reward loyalty.Reward, redeemedToday []loyalty.Reward) error {
	if !w.Contains(reward.CardID) {
		return loyalty.ErrRewardNotFound
	}
	if reward.Status != loyalty.RewardPending {
		return loyalty.ErrRewardNotPending
	}
	if !reward.CombinesWith(redeemedToday) {
		return loyalty.ErrWelcomeNotCombinable
	}
	return nil
}

// TakeBackRequest asks to undo a redemption.
type TakeBackRequest struct {
	CustomerID string
	RewardID   string
	Reason     string // required for another user's redemption, and after loyalty.RedemptionUndoWindow
	Key        usecase.IdempotencyKey
}

// TakeBack makes a redeemed reward pending, or cancelled below its milestone. Of two concurrent calls one succeeds.
//
// Errors: those of loyalty.Reward.TakeBack; loyalty.ErrTakeBackMerged if older than a merge;
// loyalty.ErrTakeBackElsewhere on the card of a former family; loyalty.ErrRewardNotFound.
func (r *Rewards) TakeBack(ctx context.Context, actor usecase.Actor, request TakeBackRequest) (RedemptionResult, error) {
	reason, err := loyalty.CleanReason("reason", request.Reason)
	if err != nil {
		return RedemptionResult{}, err
	}
	if err := request.Key.Validate(); err != nil {
		return RedemptionResult{}, err
	}
	request.Reason = reason
	var takenBack RedemptionResult
	err = r.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		takenBack, err = r.takeBackOnce(tx, actor, request)
		return err
	})
	return takenBack, err
}

func (r *Rewards) takeBackOnce(tx *store.Tx, actor usecase.Actor, request TakeBackRequest) (RedemptionResult, error) {
	fingerprint := fmt.Sprintf("take back %s of %s: %s", request.RewardID, request.CustomerID, request.Reason)
	return r.rewardOnce(tx, request.CustomerID, request.Key, fingerprint,
		func(b loyalty.Business, c loyalty.Customer) (RedemptionResult, error) {
			return r.takeBack(tx, actor, b, c, request)
		})
}

func (r *Rewards) takeBack(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, customer loyalty.Customer, request TakeBackRequest,
) (RedemptionResult, error) {
	wallet, err := usecase.CardsOf(tx, customer)
	if err != nil {
		return RedemptionResult{}, err
	}
	redeemedReward, err := tx.Rewards().Lock(request.RewardID)
	if err != nil {
		return RedemptionResult{}, err
	}
	if !wallet.Contains(redeemedReward.CardID) {
		return RedemptionResult{}, refusalOfOtherCard(redeemedReward, customer)
	}
	takeBack := loyalty.TakeBackRequest{UserID: actor.UserID, AdminLevel: actor.Role.IsAdminLevel(), Reason: request.Reason, At: r.base.Now()}
	reward, err := redeemedReward.TakeBack(takeBack, wallet.StampsOn(redeemedReward.CardID))
	if err != nil {
		return RedemptionResult{}, err
	}
	merged, err := tx.Merges().MergedSince(redeemedReward.Redemption.CustomerID, redeemedReward.Redemption.At)
	if err != nil {
		return RedemptionResult{}, err
	}
	if merged {
		return RedemptionResult{}, loyalty.ErrTakeBackMerged
	}
	if err := tx.Rewards().TakeBack(reward); err != nil {
		return RedemptionResult{}, err
	}
	event := loyalty.NewCustomerEvent(loyalty.EventRewardTakenBack, customer)
	event.CardID, event.RewardID, event.Day = reward.CardID, reward.ID, redeemedReward.Redemption.Day
	if err := r.base.Append(tx, event); err != nil {
		return RedemptionResult{}, err
	}
	detail := strings.TrimSpace(redeemedReward.Redemption.CustomerID + " " + request.Reason)
	if err := r.base.Record(tx, actor.UserID, loyalty.ActionRewardTakenBack, reward.ID, detail); err != nil {
		return RedemptionResult{}, err
	}
	return r.redemptionResult(tx, business, customer, reward)
}

func refusalOfOtherCard(reward loyalty.Reward, customer loyalty.Customer) error {
	if reward.Redemption != nil && reward.Redemption.CustomerID == customer.ID {
		return loyalty.ErrTakeBackElsewhere
	}
	return loyalty.ErrRewardNotFound
}

// List returns a customer's rewards, newest first. Error: loyalty.ErrCustomerNotFound.
func (r *Rewards) List(ctx context.Context, actor usecase.Actor, customerID string, list usecase.ListRequest) (usecase.List[ListedReward], error) {
	var rewards usecase.List[ListedReward]
	page, err := store.NewPage(list.Limit, list.Cursor, 2)
	if err != nil {
		return rewards, err
	}
	err = r.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		customer, err := tx.Customers().Get(customerID)
		if err != nil {
			return err
		}
		wallet, err := usecase.CardsOf(tx, customer)
		if err != nil {
			return err
		}
		rewards, err = tx.Rewards().List(wallet.CardIDs(), list.Search, page)
		return err
	})
	return rewards, err
}

// grant grants a milestone unless it is paid, and returns the id for a new reward.
func (r *Rewards) grant(tx *store.Tx, card loyalty.Card, customerID string, milestone loyalty.Milestone) (string, error) {
	reward, err := r.newReward(card.ID, customerID, milestone)
	if err != nil {
		return "", err
	}
	outcome, err := tx.Rewards().Grant(reward)
	if err != nil || outcome == store.GrantedNothing {
		return reward.ID, err
	}
	event := loyalty.Event{Kind: loyalty.EventRewardGranted, CustomerID: customerID}
	if outcome == store.GrantedNew {
		event.RewardID = reward.ID
	}
	return reward.ID, r.base.Append(tx, event.WithCard(card))
}

func (r *Rewards) earn(tx *store.Tx, cardID, customerID string, milestone loyalty.Milestone) error {
	reward, err := r.newReward(cardID, customerID, milestone)
	if err != nil {
		return err
	}
	_, err = tx.Rewards().Insert(reward)
	return err
}

func (r *Rewards) newReward(cardID, customerID string, milestone loyalty.Milestone) (loyalty.Reward, error) {
	now := r.base.Now()
	id, err := r.base.IDs.Next(now)
	return loyalty.Reward{
		ID: id, CardID: cardID, CustomerID: customerID, Kind: milestone.Kind, Milestone: milestone.Stamps, CreatedAt: now,
	}, err
}

// oldestFirst sorts rewards, because a revived one may be older than others.
func oldestFirst(rewards []loyalty.Reward) []loyalty.Reward {
	slices.SortFunc(rewards, func(a, b loyalty.Reward) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), strings.Compare(a.ID, b.ID))
	})
	return rewards
}

func reviveRewards(tx *store.Tx, rewards []loyalty.Reward, cardID string, before, after int64) ([]loyalty.Reward, error) {
	revivals := revivedRewards(rewards, cardID, before, after)
	for _, reward := range revivals {
		if err := tx.Rewards().Revive(reward); err != nil {
			return nil, err
		}
	}
	return revivals, nil
}

func revivedRewards(rewards []loyalty.Reward, cardID string, before, after int64) (revivals []loyalty.Reward) {
	for _, reward := range rewards {
		if owed, ok := reward.Revive(cardID, before, after); ok {
			revivals = append(revivals, owed)
		}
	}
	return revivals
}
