package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// openingPlan has the effects of an opening balance, so that PreviewOpening and RecordOpening name the same rewards.
type openingPlan struct {
	card           loyalty.Card
	openingBalance loyalty.Adjustment
	rewards        []loyalty.Reward // those that the card has already, oldest first
	milestones     []loyalty.Milestone
}

func planOpening(tx *store.Tx, business loyalty.Business, customer loyalty.Customer, request OpeningRequest) (openingPlan, error) {
	wallet, err := usecase.CardsOf(tx, customer)
	if err != nil {
		return openingPlan{}, err
	}
	card, terms := wallet.StampedCard, wallet.Terms(business, customer)
	note, err := loyalty.CheckOpening(request.Stamps, terms, request.Note)
	if err != nil {
		return openingPlan{}, err
	}
	recorded, err := tx.Cards().HasOpening(card.ID)
	if err != nil {
		return openingPlan{}, err
	}
	if recorded {
		return openingPlan{}, loyalty.ErrOpeningBalanceRecorded
	}
	rewards, err := tx.Rewards().Of(card.ID)
	if err != nil {
		return openingPlan{}, err
	}
	return openingPlan{
		card:           card,
		openingBalance: loyalty.Adjustment{Kind: loyalty.AdjustmentOpening, Stamps: request.Stamps, Note: note},
		rewards:        rewards,
		milestones:     terms.OpeningMilestones(card.Stamps, card.Stamps+request.Stamps, request.OwesHalf, rewards),
	}, nil
}

// PreviewOpening returns the rewards that the opening balance would make owed: revived ones, oldest first, then new
// ones. Errors: those of RecordOpening, loyalty.ErrCustomerNotFound.
func (a *Adjustments) PreviewOpening(ctx context.Context, actor usecase.Actor, request OpeningRequest) ([]loyalty.RewardKind, error) {
	owed := []loyalty.RewardKind{}
	err := a.base.Store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		if !business.MayEnterOpenings(actor.Role) {
			return loyalty.ErrOpeningBalanceRole
		}
		customer, err := tx.Customers().Get(request.CustomerID)
		if err != nil {
			return err
		}
		plan, err := planOpening(tx, business, customer, request)
		if err != nil {
			return err
		}
		for _, reward := range revivedRewards(plan.rewards, plan.card.ID, plan.card.Stamps, plan.card.Stamps+request.Stamps) {
			owed = append(owed, reward.Kind)
		}
		for _, milestone := range plan.milestones {
			owed = append(owed, milestone.Kind)
		}
		return nil
	})
	return owed, err
}
