package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/usecase"
)

type rewardCalls struct{ cases *service.Service }

// Progress is a customer's progress (specification, section 3).
type Progress struct {
	CardID        string           `json:"cardId"`
	CardKind      loyalty.CardKind `json:"cardKind" enum:"INDIVIDUAL,FAMILY"`
	FamilyName    *string          `json:"familyName"`
	Count         int64            `json:"count" doc:"Stamps on the card"`
	Target        int64            `json:"target" doc:"Stamps that fill the card"`
	HalfMilestone *int64           `json:"halfMilestone" doc:"null: the card has no half reward"`
	ToHalf        *int64           `json:"toHalf"`
	ToFree        int64            `json:"toFree"`
	VIP           bool             `json:"vip"`
	VisitedToday  bool             `json:"visitedToday"`
	LastVisitAt   *time.Time       `json:"lastVisitAt"`
	Pending       *PendingRewards  `json:"pending" doc:"null: no reward is owed"`
	Rewards       []Reward         `json:"rewards" doc:"Rewards owed, oldest first"`
	ClaimedStamps int64            `json:"claimedStamps,omitempty" doc:"Stamps of a paper card that the customer claims. They count after the staff enter them as an opening balance"`

	RejectedStamps int64 `json:"rejectedStamps,omitempty" doc:"Claimed stamps of a paper card that the staff rejected and did not enter later"`
}

// PendingRewards has the oldest reward of each kind.
type PendingRewards struct {
	Half            bool    `json:"half"`
	Free            bool    `json:"free"`
	Welcome         bool    `json:"welcome"`
	HalfRewardID    *string `json:"halfRewardId"`
	FreeRewardID    *string `json:"freeRewardId"`
	WelcomeRewardID *string `json:"welcomeRewardId"`
}

// Reward is a reward on the wire.
type Reward struct {
	ID         string               `json:"id"`
	CardID     string               `json:"cardId,omitempty" doc:"Card that owes the reward: the customer's or the family's"`
	Kind       loyalty.RewardKind   `json:"kind"`
	Status     loyalty.RewardStatus `json:"status" enum:"PENDING,REDEEMED,CANCELLED"`
	Milestone  int64                `json:"milestone" doc:"Stamps that earned it; 0 for WELCOME"`
	Note       string               `json:"note" doc:"The reward in Spanish"`
	Promise    *string              `json:"promise" doc:"Text of the welcome discount at the registration; null for other kinds"`
	CreatedAt  time.Time            `json:"createdAt"`
	RedeemedAt *time.Time           `json:"redeemedAt"`
	RedeemedBy *string              `json:"redeemedBy" doc:"Name of the user who redeemed it; only for the staff"`
}

func rewardOf(r loyalty.Reward) Reward {
	reward := Reward{
		ID: r.ID, CardID: r.CardID, Kind: r.Kind, Status: r.Status, Milestone: r.Milestone, Note: r.Note(), Promise: orNull(r.Promise), CreatedAt: r.CreatedAt,
	}
	if r.Redemption != nil {
		reward.RedeemedAt = &r.Redemption.At
	}
	return reward
}

func listedRewardOf(r service.ListedReward) Reward {
	reward := rewardOf(r.Reward)
	reward.RedeemedBy = orNull(r.RedeemedByName)
	return reward
}

func ownRewardOf(r service.ListedReward) Reward { return rewardOf(r.Reward) }

func rewardsOf(rewards []loyalty.Reward) []Reward {
	apiRewards := make([]Reward, len(rewards))
	for i, reward := range rewards {
		apiRewards[i] = rewardOf(reward)
	}
	return apiRewards
}

func progressOf(p loyalty.Progress) Progress {
	progress := Progress{
		CardID:        p.Card.ID,
		CardKind:      p.Card.Kind(),
		FamilyName:    orNull(p.FamilyName),
		Count:         p.Card.Stamps,
		Target:        p.Terms.Target,
		HalfMilestone: halfMilestone(p.Terms),
		ToFree:        p.ToFree(),
		VIP:           p.Terms.VIP,
		VisitedToday:  p.VisitedToday,
		LastVisitAt:   instantOrNull(p.LastVisitAt),
		Pending:       pendingOf(p),
		Rewards:       rewardsOf(p.Owed),
		ClaimedStamps: p.ClaimedStamps,

		RejectedStamps: p.RejectedStamps,
	}
	if toHalf, ok := p.ToHalf(); ok {
		progress.ToHalf = &toHalf
	}
	return progress
}

func pendingOf(p loyalty.Progress) *PendingRewards {
	if len(p.Owed) == 0 {
		return nil
	}
	pending := &PendingRewards{}
	pending.HalfRewardID, pending.Half = firstOwed(p, loyalty.RewardHalf)
	pending.FreeRewardID, pending.Free = firstOwed(p, loyalty.RewardFree)
	pending.WelcomeRewardID, pending.Welcome = firstOwed(p, loyalty.RewardWelcome)
	return pending
}

func firstOwed(p loyalty.Progress, kind loyalty.RewardKind) (*string, bool) {
	reward, owed := p.FirstOwed(kind)
	return orNull(reward.ID), owed
}

type progressOutput struct{ Body Progress }

func (c rewardCalls) progress(ctx context.Context, in *IDInput) (*progressOutput, error) {
	progress, err := c.cases.Cards.Progress(ctx, actor(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return &progressOutput{Body: progressOf(progress)}, nil
}

func (c rewardCalls) list(ctx context.Context, in *listOfInput) (*listOutput[Reward], error) {
	page, err := c.cases.Rewards.List(ctx, actor(ctx), in.ID, in.request())
	if err != nil {
		return nil, err
	}
	return listOf(page, listedRewardOf), nil
}

type redeemInput struct {
	IDInput
	RewardID   string `path:"rewardId" maxLength:"64"`
	Key        string `header:"Idempotency-Key"`
	FirstToday bool   `query:"firstToday" doc:"Fail with REWARD_GIVEN_TODAY if the customer got another reward today. The message says which and when"`
}

// Redemption answers a redemption or its reversal.
type Redemption struct {
	Reward   Reward   `json:"reward"`
	Progress Progress `json:"progress" doc:"The customer's current progress"`
	Replayed bool     `json:"replayed" doc:"The idempotency key was used before: this is that reward in its current state"`
}

type redemptionOutput struct{ Body Redemption }

func (c rewardCalls) redeem(ctx context.Context, in *redeemInput) (*redemptionOutput, error) {
	redeem := c.cases.Rewards.Redeem
	if in.FirstToday {
		redeem = c.cases.Rewards.RedeemFirst
	}
	return answerRedemption(redeem(ctx, actor(ctx), in.ID, in.RewardID, usecase.IdempotencyKey(in.Key)))
}

func answerRedemption(result service.RedemptionResult, err error) (*redemptionOutput, error) {
	if err != nil {
		return nil, err
	}
	return &redemptionOutput{Body: Redemption{
		Reward:   listedRewardOf(result.Reward),
		Progress: progressOf(result.Progress),
		Replayed: result.Replayed,
	}}, nil
}

type takeBackInput struct {
	IDInput
	RewardID string `path:"rewardId" maxLength:"64"`
	Key      string `header:"Idempotency-Key"`
	Body     *struct {
		Reason *string `json:"reason,omitempty" nullable:"true" doc:"At most 200 characters. Optional only immediately after the caller's own redemption"`
	} `required:"false"`
}

func (c rewardCalls) takeBack(ctx context.Context, in *takeBackInput) (*redemptionOutput, error) {
	request := service.TakeBackRequest{CustomerID: in.ID, RewardID: in.RewardID, Key: usecase.IdempotencyKey(in.Key)}
	if in.Body != nil {
		request.Reason = orEmpty(in.Body.Reason)
	}
	return answerRedemption(c.cases.Rewards.TakeBack(ctx, actor(ctx), request))
}
