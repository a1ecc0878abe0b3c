package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/usecase"
)

type adjustmentCalls struct{ cases *service.Service }

// Adjusted is the response to an adjustment.
type Adjusted struct {
	ID           string                 `json:"id"`
	Kind         loyalty.AdjustmentKind `json:"kind" enum:"OPENING,CORRECTION"`
	CustomerID   string                 `json:"customerId"`
	CustomerName string                 `json:"customerName"`
	Stamps       int64                  `json:"stamps" doc:"Stamps added to the card; negative: removed"`
	UndoneAt     *time.Time             `json:"undoneAt" doc:"When the stamps were removed again; null while they count"`
	Replayed     bool                   `json:"replayed" doc:"The idempotency key was used before: this is that adjustment, with the current progress"`
	Progress     Progress               `json:"progress" doc:"The customer's current progress"`
	NewRewards   []Reward               `json:"newRewards" doc:"Rewards owed because of it, oldest first"`
}

type adjustedOutput struct{ Body Adjusted }

func answerAdjusted(result service.AdjustmentResult, err error) (*adjustedOutput, error) {
	if err != nil {
		return nil, err
	}
	a := result.Adjustment
	return &adjustedOutput{Body: Adjusted{
		ID: a.ID, Kind: a.Kind, CustomerID: a.CustomerID, CustomerName: result.CustomerName, Stamps: a.Stamps,
		UndoneAt: instantOrNull(a.UndoneAt), Replayed: result.Replayed,
		Progress: progressOf(result.Progress), NewRewards: rewardsOf(result.NewRewards),
	}}, nil
}

type openingInput struct {
	IDInput
	Key  string `header:"Idempotency-Key"`
	Body struct {
		Stamps   int64   `json:"stamps" doc:"Stamps on the paper card, from 0. Each full card owes a free service"`
		Note     *string `json:"note,omitempty" nullable:"true"`
		OwesHalf bool    `json:"owesHalf,omitempty" doc:"The customer reached the half of the paper card and did not get its reward: it is owed too"`
	}
}

func (c adjustmentCalls) recordOpening(ctx context.Context, in *openingInput) (*adjustedOutput, error) {
	return answerAdjusted(c.cases.Adjustments.RecordOpening(ctx, actor(ctx), service.OpeningRequest{
		CustomerID: in.ID, Stamps: in.Body.Stamps, Note: orEmpty(in.Body.Note), OwesHalf: in.Body.OwesHalf, Key: usecase.IdempotencyKey(in.Key),
	}))
}

type openingPreviewInput struct {
	IDInput
	Stamps   int64 `query:"stamps" required:"true" doc:"Stamps on the paper card, from 0"`
	OwesHalf bool  `query:"owesHalf" doc:"The customer reached the half of the paper card and did not get its reward"`
}

// OpeningPreview previews an opening balance.
type OpeningPreview struct {
	NewRewards []loyalty.RewardKind `json:"newRewards" nullable:"false" enum:"FREE,HALF" doc:"Kinds of the rewards that would be owed"`
}

type openingPreviewOutput struct{ Body OpeningPreview }

func (c adjustmentCalls) previewOpening(ctx context.Context, in *openingPreviewInput) (*openingPreviewOutput, error) {
	request := service.OpeningRequest{CustomerID: in.ID, Stamps: in.Stamps, OwesHalf: in.OwesHalf}
	owed, err := c.cases.Adjustments.PreviewOpening(ctx, actor(ctx), request)
	if err != nil {
		return nil, err
	}
	return &openingPreviewOutput{Body: OpeningPreview{NewRewards: owed}}, nil
}

type correctionInput struct {
	IDInput
	Key  string `header:"Idempotency-Key"`
	Body struct {
		Stamps int64   `json:"stamps" doc:"Stamps to add; negative: to remove"`
		Reason string  `json:"reason,omitempty" doc:"At most 200 characters"`
		Note   *string `json:"note,omitempty" nullable:"true"`
	}
}

func (c adjustmentCalls) correct(ctx context.Context, in *correctionInput) (*adjustedOutput, error) {
	return answerAdjusted(c.cases.Adjustments.Correct(ctx, actor(ctx), service.CorrectionRequest{
		CustomerID: in.ID, Stamps: in.Body.Stamps, Reason: in.Body.Reason, Note: orEmpty(in.Body.Note), Key: usecase.IdempotencyKey(in.Key),
	}))
}

func (c adjustmentCalls) rejectClaim(ctx context.Context, in *IDInput) (*okOutput, error) {
	return ok(), c.cases.Adjustments.RejectClaim(ctx, actor(ctx), in.ID)
}

func (c adjustmentCalls) undo(ctx context.Context, in *IDInput) (*adjustedOutput, error) {
	return answerAdjusted(c.cases.Adjustments.Undo(ctx, actor(ctx), in.ID))
}

// Adjustment is a ledger entry that is not a visit.
type Adjustment struct {
	ID        string                 `json:"id"`
	Kind      loyalty.AdjustmentKind `json:"kind" enum:"OPENING,CORRECTION"`
	Stamps    int64                  `json:"stamps" doc:"Stamps added to the card; negative: removed"`
	Reason    *string                `json:"reason" doc:"Reason of a correction"`
	Note      *string                `json:"note"`
	CreatedAt time.Time              `json:"createdAt"`
	CreatedBy string                 `json:"createdBy" doc:"Name of the user who made it"`
	UndoneAt  *time.Time             `json:"undoneAt" doc:"When the stamps were removed again; null while they count"`
}

func adjustmentOf(a service.ListedAdjustment) Adjustment {
	return Adjustment{
		ID: a.ID, Kind: a.Kind, Stamps: a.Stamps, Reason: orNull(a.Reason), Note: orNull(a.Note), CreatedAt: a.CreatedAt,
		CreatedBy: a.CreatedByName, UndoneAt: instantOrNull(a.UndoneAt),
	}
}

func (c adjustmentCalls) list(ctx context.Context, in *IDInput) (*listOutput[Adjustment], error) {
	adjustments, err := c.cases.Adjustments.List(ctx, actor(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return wholeList(adjustments, adjustmentOf), nil
}

// OwnAdjustment is an adjustment as its customer sees it.
type OwnAdjustment struct {
	ID        string                 `json:"id"`
	Kind      loyalty.AdjustmentKind `json:"kind" enum:"OPENING,CORRECTION"`
	Stamps    int64                  `json:"stamps" doc:"Stamps added to the card; negative: removed"`
	Text      string                 `json:"text" doc:"Text for the customer, with the reason"`
	Reason    *string                `json:"reason"`
	Note      *string                `json:"note"`
	CreatedAt time.Time              `json:"createdAt"`
	UndoneAt  *time.Time             `json:"undoneAt" doc:"When the stamps were removed again"`
}

func ownAdjustmentOf(a service.ListedAdjustment) OwnAdjustment {
	return OwnAdjustment{
		ID: a.ID, Kind: a.Kind, Stamps: a.Stamps, Text: a.TextForCustomer(), Reason: orNull(a.Reason), Note: orNull(a.Note),
		CreatedAt: a.CreatedAt, UndoneAt: instantOrNull(a.UndoneAt),
	}
}

func (c adjustmentCalls) own(ctx context.Context, _ *noInput) (*listOutput[OwnAdjustment], error) {
	adjustments, err := c.cases.SelfService.Adjustments(ctx, portalUser(ctx))
	if err != nil {
		return nil, err
	}
	return wholeList(adjustments, ownAdjustmentOf), nil
}
