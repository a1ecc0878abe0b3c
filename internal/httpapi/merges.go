package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

type mergeCalls struct{ cases *service.Service }

type mergeInput struct {
	IDInput
	Body struct {
		MergedID string `json:"mergedId" minLength:"1" maxLength:"64" doc:"The record to merge into this one"`
	}
}

// MergeResult is the outcome of a merge.
type MergeResult struct {
	MergeID  string   `json:"mergeId"`
	Customer Customer `json:"customer"`
	Progress Progress `json:"progress"`
}

type mergedOutput struct{ Body MergeResult }

func (c mergeCalls) merge(ctx context.Context, in *mergeInput) (*mergedOutput, error) {
	result, err := c.cases.Merges.Merge(ctx, actor(ctx), in.ID, in.Body.MergedID)
	if err != nil {
		return nil, err
	}
	return &mergedOutput{Body: MergeResult{
		MergeID: result.MergeID, Customer: customerOf(ctx, result.Customer), Progress: progressOf(result.Progress),
	}}, nil
}

// Merge is a merge in a list.
type Merge struct {
	ID            string     `json:"id"`
	MergedID      string     `json:"mergedId"`
	MergedName    string     `json:"mergedName"`
	MergedAt      time.Time  `json:"mergedAt"`
	UndoableUntil time.Time  `json:"undoableUntil"`
	UndoneAt      *time.Time `json:"undoneAt"`
}

func mergeOf(m loyalty.Merge) Merge {
	return Merge{
		ID:            m.ID,
		MergedID:      m.MergedID,
		MergedName:    m.MergedName,
		MergedAt:      m.At,
		UndoableUntil: m.At.Add(loyalty.MergeUndoPeriod),
		UndoneAt:      instantOrNull(m.UndoneAt),
	}
}

func (c mergeCalls) list(ctx context.Context, in *listOfInput) (*listOutput[Merge], error) {
	page, err := c.cases.Merges.List(ctx, actor(ctx), in.ID, in.request())
	if err != nil {
		return nil, err
	}
	return listOf(page, mergeOf), nil
}

func (c mergeCalls) undo(ctx context.Context, in *IDInput) (*okOutput, error) {
	if err := c.cases.Merges.Undo(ctx, actor(ctx), in.ID); err != nil {
		return nil, err
	}
	return ok(), nil
}
