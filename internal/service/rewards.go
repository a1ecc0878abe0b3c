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

// Rewards are given to customers, taken back and listed here.
type Rewards struct {
	base  *usecase.Base
	cards *usecase.Cards
}

// ListedReward is a reward with the name of who gave it.
type ListedReward = store.ListedReward

// RedemptionResult is a reward that was given, or whose redemption was taken back, and
// where the customer stands now.
type RedemptionResult struct {
	Reward   ListedReward
	Progress loyalty.Progress
	Replayed bool // the key was answered before, with this reward
}

// Redeem gives a reward to a customer: of her own card, or of the card of her
// family. Of two tries at once one succeeds and the other is refused with
// loyalty.ErrRewardNotPending. The welcome discount is not given on a day with
// another reward, nor another on its day: loyalty.ErrWelcomeNotCombinable. A
// reward of another card is loyalty.ErrRewardNotFound. The same key is answered
// with the same reward, as it is now, or with the same refusal.
func (r *Rewards) Redeem(ctx context.Context, actor usecase.Actor, customerID, rewardID string, key usecase.IdempotencyKey) (RedemptionResult, error) {
	return r.redeem(ctx, actor, redeemRequest{customerID: customerID, rewardID: rewardID, key: key})
}

// RedeemFirst redeems as Redeem does, but for a customer to whom another reward was
// given today: it refuses with loyalty.ErrRewardGivenToday, which says what and when.
func (r *Rewards) RedeemFirst(ctx context.Context, actor usecase.Actor, customerID, rewardID string, key usecase.IdempotencyKey) (RedemptionResult, error) {
	return r.redeem(ctx, actor, redeemRequest{customerID: customerID, rewardID: rewardID, key: key, firstToday: true})
}

// redeemRequest asks to give a reward to a customer.
type redeemRequest struct {
	customerID, rewardID string
	key                  usecase.IdempotencyKey
	firstToday           bool // only where no other was given today
}

func (r redeemRequest) fingerprint() string {
	asked := "redeem " + r.rewardID + " by " + r.customerID
	if r.firstToday {
		asked += ", first of the day"
	}
	return asked
}

func (r *Rewards) redeem(ctx context.Context, actor usecase.Actor, request redeemRequest) (RedemptionResult, error) {
	if err := request.key.Validate(); err != nil {
		return RedemptionResult{}, err
	}
	var redeemed RedemptionResult
	err := r.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		redeemed, err = r.rewardOnce(tx, request.customerID, request.key, request.fingerprint(), func(b loyalty.Business, c loyalty.Customer) (RedemptionResult, error) {
			return r.give(tx, actor, b, c, request)
		})
		return err
	})
	return redeemed, err
}

// rewardOnce does something to a reward of a customer, whom it locks; the same key
// is answered with the reward as it is now.
func (r *Rewards) rewardOnce(
	tx *store.Tx, customerID string, key usecase.IdempotencyKey, asked string, do func(loyalty.Business, loyalty.Customer) (RedemptionResult, error),
) (RedemptionResult, error) {
	business, err := tx.Business().Get()
	if err != nil {
		return RedemptionResult{}, err
	}
	return usecase.RunOnceAndRefresh(r.base, tx, key, asked, redemptionCodec(), func() (RedemptionResult, error) {
		customer, err := tx.Customers().Lock(customerID)
		if err != nil {
			return RedemptionResult{}, err
		}
		return do(business, customer)
	}, func(first RedemptionResult) (RedemptionResult, error) {
		return r.replay(tx, business, customerID, first)
	})
}

// replay is a reward that a key was answered with before, as it is now.
func (r *Rewards) replay(
	tx *store.Tx, business loyalty.Business, customerID string, first RedemptionResult,
) (RedemptionResult, error) {
	first.Replayed = true
	var err error
	// The cards are locked before their rewards, as by whoever redeems.
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

// withRedeemerName is a reward with the name of who gave it, if it is given.
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
	wallet, err := usecase.WalletOf(tx, customer)
	if err != nil {
		return RedemptionResult{}, err
	}
	reward, err := tx.Rewards().Lock(request.rewardID)
	if err != nil {
		return RedemptionResult{}, err
	}
	today := business.DayOf(r.base.Now())
	given, err := tx.Rewards().Given(customer.ID, today, business.StartOf(today))
	if err != nil {
		return RedemptionResult{}, err
	}
	if err := checkRedeemable(wallet, reward, given); err != nil {
		return RedemptionResult{}, err
	}
	if request.firstToday && len(given) > 0 {
		return RedemptionResult{}, givenTodayRefusal(tx, business, given)
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

// givenTodayRefusal is the refusal of a reward beside those that the customer was given today.
func givenTodayRefusal(tx *store.Tx, business loyalty.Business, given []loyalty.Reward) error {
	last := slices.MaxFunc(given, func(one, other loyalty.Reward) int { return one.Redemption.At.Compare(other.Redemption.At) })
	listed, err := withRedeemerName(tx, last)
	if err != nil {
		return err
	}
	return business.GivenTodayRefusal(last, listed.RedeemedByName)
}

func (r *Rewards) redemptionResult(
	tx *store.Tx, business loyalty.Business, customer loyalty.Customer, reward loyalty.Reward,
) (RedemptionResult, error) {
	listed, err := withRedeemerName(tx, reward)
	if err != nil {
		return RedemptionResult{}, err
	}
	progress, err := r.cards.ProgressOf(tx, business, customer)
	return RedemptionResult{Reward: listed, Progress: progress}, err
}

// checkRedeemable refuses a reward that is not hers, or not owed, or cannot be combined
// with what she was given today.
func checkRedeemable(w loyalty.CustomerCards, reward loyalty.Reward, given []loyalty.Reward) error {
	if !w.Contains(reward.CardID) {
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

// TakeBackRequest asks to take the redemption of a reward back.
type TakeBackRequest struct {
	CustomerID string // she whose record it is seen on
	RewardID   string
	Reason     string // needed later than at once, and for what another gave
	Key        usecase.IdempotencyKey
}

// TakeBack makes a reward that was given by mistake owed again, or
// cancelled where the card does not reach its milestone any more. It does not count
// as given on its day any longer. Of two tries at once one succeeds.
//
// It refuses as loyalty.Reward.TakenBack does; what was given before another record
// was merged into hers with loyalty.ErrTakeBackMerged; and what was of a family that
// she has left with loyalty.ErrTakeBackElsewhere. A reward of another card is
// loyalty.ErrRewardNotFound. The same key is answered as by Redeem.
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
	asked := fmt.Sprintf("take back %s of %s: %s", request.RewardID, request.CustomerID, request.Reason)
	return r.rewardOnce(tx, request.CustomerID, request.Key, asked,
		func(b loyalty.Business, c loyalty.Customer) (RedemptionResult, error) {
			return r.takeBack(tx, actor, b, c, request)
		})
}

func (r *Rewards) takeBack(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, customer loyalty.Customer, request TakeBackRequest,
) (RedemptionResult, error) {
	wallet, err := usecase.WalletOf(tx, customer)
	if err != nil {
		return RedemptionResult{}, err
	}
	given, err := tx.Rewards().Lock(request.RewardID)
	if err != nil {
		return RedemptionResult{}, err
	}
	if !wallet.Contains(given.CardID) {
		return RedemptionResult{}, refusalOfOtherCard(given, customer)
	}
	wish := loyalty.TakeBackRequest{UserID: actor.UserID, AdminLevel: actor.Role.IsAdminLevel(), Reason: request.Reason, At: r.base.Now()}
	reward, err := given.TakeBack(wish, wallet.StampsOn(given.CardID))
	if err != nil {
		return RedemptionResult{}, err
	}
	merged, err := tx.Merges().Since(given.Redemption.CustomerID, given.Redemption.At)
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
	event.CardID, event.RewardID = reward.CardID, reward.ID
	if err := r.base.Append(tx, event); err != nil {
		return RedemptionResult{}, err
	}
	detail := strings.TrimSpace(given.Redemption.CustomerID + " " + request.Reason)
	if err := r.base.Record(tx, actor.UserID, loyalty.ActionRewardTakenBack, reward.ID, detail); err != nil {
		return RedemptionResult{}, err
	}
	return r.redemptionResult(tx, business, customer, reward)
}

// refusalOfOtherCard says why a reward is on none of a customer's cards.
func refusalOfOtherCard(reward loyalty.Reward, customer loyalty.Customer) error {
	if reward.Redemption != nil && reward.Redemption.CustomerID == customer.ID {
		return loyalty.ErrTakeBackElsewhere
	}
	return loyalty.ErrRewardNotFound
}

// List returns a page of the rewards of a customer's cards, newest first, or
// loyalty.ErrCustomerNotFound.
func (r *Rewards) List(ctx context.Context, actor usecase.Actor, customerID string, list usecase.ListRequest) (usecase.Listed[ListedReward], error) {
	var rewards usecase.Listed[ListedReward]
	page, err := store.NewPage(list.Limit, list.Cursor, 2)
	if err != nil {
		return rewards, err
	}
	err = r.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		customer, err := tx.Customers().Get(customerID)
		if err != nil {
			return err
		}
		wallet, err := usecase.WalletOf(tx, customer)
		if err != nil {
			return err
		}
		rewards, err = tx.Rewards().List(wallet.CardIDs(), list.Search, page)
		return err
	})
	return rewards, err
}

// grant records that a card is owed a milestone that it has reached before, unless that
// has paid already. It returns the id of the new reward.
func (r *Rewards) grant(tx *store.Tx, card loyalty.Card, customerID string, milestone loyalty.Milestone) (string, error) {
	reward, err := r.newReward(card.ID, customerID, milestone)
	if err != nil {
		return "", err
	}
	granted, err := tx.Rewards().Grant(reward)
	if err != nil || !granted {
		return reward.ID, err
	}
	event := loyalty.Event{Kind: loyalty.EventRewardGranted, CustomerID: customerID, RewardID: reward.ID}
	return reward.ID, r.base.Append(tx, event.WithCard(card))
}

// earn records the reward of a milestone that a visit has reached, unless it is there.
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

// oldestFirst sorts rewards as the store lists them. One that a stamp brought
// back may be older than others that are owed.
func oldestFirst(rewards []loyalty.Reward) []loyalty.Reward {
	slices.SortFunc(rewards, func(a, b loyalty.Reward) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), strings.Compare(a.ID, b.ID))
	})
	return rewards
}
