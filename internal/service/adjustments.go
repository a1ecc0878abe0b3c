package service

import (
	"context"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Adjustments manages stamps without visits: opening balances and corrections.
type Adjustments struct {
	base    *usecase.Base
	cards   *usecase.Cards
	rewards *Rewards
}

// ListedAdjustment is an adjustment with the name of the user who made it.
type ListedAdjustment = store.ListedAdjustment

// OpeningRequest records a paper card.
type OpeningRequest struct {
	CustomerID string
	Stamps     int64
	Note       string
	OwesHalf   bool // the half milestone was reached on paper, and its reward is still owed
	Key        usecase.IdempotencyKey
}

// CorrectionRequest asks to add stamps, or to remove them if negative.
type CorrectionRequest struct {
	CustomerID string
	Stamps     int64
	Reason     string
	Note       string
	Key        usecase.IdempotencyKey
}

// AdjustmentResult is an adjustment with the current progress.
type AdjustmentResult struct {
	Adjustment   loyalty.Adjustment
	CustomerName string
	Progress     loyalty.Progress
	NewRewards   []loyalty.Reward // oldest first; none on a replay
	Replayed     bool
}

// RecordOpening enters a paper card, once per card. Each full card earns a free service. Errors:
// loyalty.ErrOpeningBalanceRole for barbers unless the owner allows it, loyalty.ErrOpeningBalanceRecorded.
func (a *Adjustments) RecordOpening(ctx context.Context, actor usecase.Actor, request OpeningRequest) (AdjustmentResult, error) {
	fingerprint := fmt.Sprintf("opening balance of %s: %d, half %t: %s", request.CustomerID, request.Stamps, request.OwesHalf, request.Note)
	return a.once(ctx, actor, request.Key, fingerprint, func(tx *store.Tx, business loyalty.Business) (AdjustmentResult, error) {
		if !business.MayEnterOpenings(actor.Role) {
			return AdjustmentResult{}, loyalty.ErrOpeningBalanceRole
		}
		customer, err := tx.Customers().Lock(request.CustomerID)
		if err != nil {
			return AdjustmentResult{}, err
		}
		return a.recordOpening(tx, actor, business, customer, request)
	})
}

func (a *Adjustments) recordOpening(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, customer loyalty.Customer, request OpeningRequest,
) (AdjustmentResult, error) {
	plan, err := planOpening(tx, business, customer, request)
	if err != nil {
		return AdjustmentResult{}, err
	}
	plan.openingBalance.AnsweredClaim = loyalty.PaperClaim{ClaimedStamps: customer.ClaimedStamps, RejectedStamps: customer.RejectedStamps}
	if plan.openingBalance.AnsweredClaim != (loyalty.PaperClaim{}) {
		if err := tx.Cards().SetClaim(customer.ID, loyalty.PaperClaim{}); err != nil {
			return AdjustmentResult{}, err
		}
		customer.ClaimedStamps, customer.RejectedStamps = 0, 0
	}
	return a.adjust(tx, actor, business, customer, plan.card, plan.openingBalance, plan.milestones)
}

// RejectClaim rejects the paper stamps that a customer claims, unless the claim is settled. Error:
// loyalty.ErrOpeningBalanceRole.
func (a *Adjustments) RejectClaim(ctx context.Context, actor usecase.Actor, customerID string) error {
	return a.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		if !business.MayEnterOpenings(actor.Role) {
			return loyalty.ErrOpeningBalanceRole
		}
		customer, err := tx.Customers().Lock(customerID)
		if err != nil || customer.ClaimedStamps == 0 {
			return err
		}
		if err := tx.Cards().SetClaim(customer.ID, loyalty.PaperClaim{RejectedStamps: customer.ClaimedStamps}); err != nil {
			return err
		}
		wallet, err := usecase.CardsOf(tx, customer)
		if err != nil {
			return err
		}
		event := loyalty.Event{Kind: loyalty.EventCardAdjusted, CustomerID: customer.ID}
		if err := a.base.Append(tx, event.WithCard(wallet.StampedCard)); err != nil {
			return err
		}
		detail := fmt.Sprintf("%d", customer.ClaimedStamps)
		return a.base.Record(tx, actor.UserID, loyalty.ActionClaimRejected, customer.ID, detail)
	})
}

// Correct adds or removes stamps. Added ones earn rewards. A removal cancels owed rewards for more stamps than are
// left; it cannot go below zero. Without a key it returns loyalty.ErrCorrectionKeyRequired.
func (a *Adjustments) Correct(ctx context.Context, actor usecase.Actor, request CorrectionRequest) (AdjustmentResult, error) {
	var err error
	request.Reason, request.Note, err = loyalty.CheckCorrection(request.Stamps, request.Reason, request.Note)
	if err != nil {
		return AdjustmentResult{}, err
	}
	fingerprint := fmt.Sprintf("correction of %s by %d: %s: %s", request.CustomerID, request.Stamps, request.Reason, request.Note)
	return a.once(ctx, actor, request.Key, fingerprint, func(tx *store.Tx, business loyalty.Business) (AdjustmentResult, error) {
		customer, err := tx.Customers().Lock(request.CustomerID)
		if err != nil {
			return AdjustmentResult{}, err
		}
		if request.Key == "" {
			return AdjustmentResult{}, loyalty.ErrCorrectionKeyRequired
		}
		wallet, err := usecase.CardsOf(tx, customer)
		if err != nil {
			return AdjustmentResult{}, err
		}
		before := wallet.StampedCard.Stamps
		after := before + request.Stamps
		if after < 0 {
			return AdjustmentResult{}, loyalty.InvalidField("stamps", fmt.Sprintf("La tarjeta tiene %d sellos: no se pueden quitar más.", before))
		}
		correction := loyalty.Adjustment{
			Kind: loyalty.AdjustmentCorrection, Stamps: request.Stamps, Reason: request.Reason, Note: request.Note,
		}
		milestones, err := correctionMilestones(tx, wallet.Terms(business, customer), wallet.StampedCard, after)
		if err != nil {
			return AdjustmentResult{}, err
		}
		return a.adjust(tx, actor, business, customer, wallet.StampedCard, correction, milestones)
	})
}

func correctionMilestones(tx *store.Tx, terms loyalty.Terms, card loyalty.Card, after int64) ([]loyalty.Milestone, error) {
	if after <= card.Stamps {
		return nil, nil
	}
	earlier, err := tx.Cards().Corrections(card.ID)
	if err != nil {
		return nil, err
	}
	rewards, err := tx.Rewards().Of(card.ID)
	if err != nil {
		return nil, err
	}
	return terms.CorrectionMilestones(card.Stamps, after, earlier, rewards), nil
}

// once runs an act unless an earlier request with the key has run it. A replay returns the current progress.
func (a *Adjustments) once(
	ctx context.Context, actor usecase.Actor, key usecase.IdempotencyKey, fingerprint string, do func(*store.Tx, loyalty.Business) (AdjustmentResult, error),
) (AdjustmentResult, error) {
	if err := key.Validate(); err != nil {
		return AdjustmentResult{}, err
	}
	var result AdjustmentResult
	err := a.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		result, err = usecase.RunOnceAndRefresh(a.base, tx, key, fingerprint, adjustedCodec(),
			func() (AdjustmentResult, error) { return do(tx, business) },
			func(first AdjustmentResult) (AdjustmentResult, error) { return a.refreshReplay(tx, business, first) })
		return err
	})
	return result, err
}

func (a *Adjustments) refreshReplay(tx *store.Tx, business loyalty.Business, first AdjustmentResult) (AdjustmentResult, error) {
	progress, err := a.cards.CurrentProgress(tx, business, first.Adjustment.CustomerID, first.Progress)
	if err != nil {
		return first, err
	}
	adjustment, err := tx.Cards().GetAdjustment(first.Adjustment.ID)
	if err != nil {
		return first, err
	}
	first.Adjustment, first.Progress, first.Replayed = adjustment, progress, true
	return first, nil
}

func (a *Adjustments) adjust(
	tx *store.Tx, actor usecase.Actor, business loyalty.Business, customer loyalty.Customer,
	card loyalty.Card, adjustment loyalty.Adjustment, milestones []loyalty.Milestone,
) (AdjustmentResult, error) {
	now := a.base.Now()
	id, err := a.base.IDs.Next(now)
	if err != nil {
		return AdjustmentResult{}, err
	}
	adjustment.ID, adjustment.CustomerID, adjustment.CardID = id, customer.ID, card.ID
	adjustment.StampsAfter, adjustment.CreatedAt, adjustment.CreatedBy = card.Stamps+adjustment.Stamps, now, actor.UserID
	if err := tx.Cards().InsertAdjustment(adjustment); err != nil {
		return AdjustmentResult{}, err
	}
	owed, err := a.move(tx, customer.ID, card, adjustment.Stamps, milestones)
	if err != nil {
		return AdjustmentResult{}, err
	}
	action := loyalty.ActionOpeningRecorded
	if adjustment.Kind == loyalty.AdjustmentCorrection {
		action = loyalty.ActionCardCorrected
	}
	if err := a.record(tx, actor, action, adjustment, card, adjustment.Stamps); err != nil {
		return AdjustmentResult{}, err
	}
	progress, err := a.cards.ProgressOf(tx, business, customer)
	if err != nil {
		return AdjustmentResult{}, err
	}
	result := AdjustmentResult{Adjustment: adjustment, CustomerName: customer.Name, Progress: progress, NewRewards: []loyalty.Reward{}}
	for _, reward := range progress.Owed {
		if owed[reward.ID] {
			result.NewRewards = append(result.NewRewards, reward)
		}
	}
	return result, nil
}

func (a *Adjustments) move(
	tx *store.Tx, customerID string, card loyalty.Card, stamps int64, milestones []loyalty.Milestone,
) (map[string]bool, error) {
	if stamps == 0 {
		return nil, nil
	}
	after, err := tx.Cards().Adjust(card.ID, stamps)
	if err != nil {
		return nil, err
	}
	if stamps < 0 {
		return nil, tx.Rewards().Cancel(card.ID, after.Stamps)
	}
	rewards, err := tx.Rewards().ListUnredeemed([]string{card.ID})
	if err != nil {
		return nil, err
	}
	revivals, err := reviveRewards(tx, rewards, card.ID, card.Stamps, after.Stamps)
	if err != nil {
		return nil, err
	}
	owed := map[string]bool{}
	for _, reward := range revivals {
		owed[reward.ID] = true
	}
	for _, milestone := range milestones {
		id, err := a.rewards.grant(tx, after, customerID, milestone)
		if err != nil {
			return nil, err
		}
		owed[id] = true
	}
	return owed, nil
}

func (a *Adjustments) record(
	tx *store.Tx, actor usecase.Actor, action loyalty.Action, adjustment loyalty.Adjustment, card loyalty.Card, stamps int64,
) error {
	event := loyalty.Event{Kind: loyalty.EventCardAdjusted, CustomerID: adjustment.CustomerID}
	if err := a.base.Append(tx, event.WithCard(card)); err != nil {
		return err
	}
	return a.base.Record(tx, actor.UserID, action, adjustment.ID, fmt.Sprintf("%s %+d", adjustment.CustomerID, stamps))
}

// Undo removes an opening balance, cancels rewards out of reach, and restores the answered claim. Errors: those of
// loyalty.Adjustment.MayUndo, loyalty.ErrOpeningBalanceRedeemed, and loyalty.ErrOpeningBalanceUsed for too few stamps.
func (a *Adjustments) Undo(ctx context.Context, actor usecase.Actor, adjustmentID string) (AdjustmentResult, error) {
	var undone AdjustmentResult
	err := a.base.Store.InBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		adjustment, err := tx.Cards().GetAdjustment(adjustmentID)
		if err != nil {
			return err
		}
		customer, err := tx.Customers().Lock(adjustment.CustomerID)
		if err != nil {
			return err
		}
		// The adjustment may have been undone or merged before the lock.
		if adjustment, err = tx.Cards().GetAdjustment(adjustmentID); err != nil {
			return err
		}
		if err := a.undo(tx, actor, adjustment); err != nil {
			return err
		}
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		if customer, err = tx.Customers().Get(customer.ID); err != nil { // with the restored claim
			return err
		}
		adjustment.UndoneAt, adjustment.UndoneBy = a.base.Now(), actor.UserID
		progress, err := a.cards.ProgressOf(tx, business, customer)
		undone = AdjustmentResult{Adjustment: adjustment, CustomerName: customer.Name, Progress: progress, NewRewards: []loyalty.Reward{}}
		return err
	})
	return undone, err
}

func (a *Adjustments) undo(tx *store.Tx, actor usecase.Actor, adjustment loyalty.Adjustment) error {
	if err := adjustment.MayUndo(a.base.Now()); err != nil {
		return err
	}
	card, err := tx.Cards().Lock(adjustment.CardID)
	if err != nil {
		return err
	}
	if card.Stamps < adjustment.Stamps {
		return loyalty.ErrOpeningBalanceUsed
	}
	rewards, err := tx.Rewards().Of(card.ID)
	if err != nil {
		return err
	}
	for _, reward := range rewards {
		if adjustment.Contradicts(reward) {
			return loyalty.ErrOpeningBalanceRedeemed
		}
	}
	if err := tx.Cards().MarkAdjustmentUndone(adjustment.ID, a.base.Now(), actor.UserID); err != nil {
		return err
	}
	if _, err := a.move(tx, adjustment.CustomerID, card, -adjustment.Stamps, nil); err != nil {
		return err
	}
	if adjustment.AnsweredClaim != (loyalty.PaperClaim{}) {
		if err := tx.Cards().ReturnClaim(adjustment.CustomerID, adjustment.AnsweredClaim); err != nil {
			return err
		}
	}
	return a.record(tx, actor, loyalty.ActionOpeningUndone, adjustment, card, -adjustment.Stamps)
}

const listedAdjustments = 100

// List returns the last adjustments, newest first, or loyalty.ErrCustomerNotFound.
func (a *Adjustments) List(ctx context.Context, actor usecase.Actor, customerID string) ([]ListedAdjustment, error) {
	var adjustments []ListedAdjustment
	err := a.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		customer, err := tx.Customers().Get(customerID)
		if err != nil {
			return err
		}
		adjustments, err = tx.Cards().ListAdjustments(customer.ID, listedAdjustments)
		return err
	})
	return adjustments, err
}
