package httpapi

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

type firstStepCalls struct{ cases *service.Service }

// FirstStep prepares a business.
type FirstStep struct {
	Step   loyalty.FirstStep `json:"step" enum:"LOOK,LEGAL,TARGETS,POSTER,STAFF,CUSTOMER,PAPER,STAMP"`
	Done   bool              `json:"done"`
	Marked bool              `json:"marked" doc:"The owner marked it as done"`
}

// FirstSteps are the first steps of a business.
type FirstSteps struct {
	Hidden bool        `json:"hidden" doc:"The owner dismissed the first steps: the list is empty"`
	Items  []FirstStep `json:"items" doc:"In the order in which to take them"`
}

type firstStepsOutput struct{ Body FirstSteps }

func answerFirstSteps(list service.FirstStepList, err error) (*firstStepsOutput, error) {
	if err != nil {
		return nil, err
	}
	body := FirstSteps{Hidden: list.Hidden, Items: make([]FirstStep, len(list.Steps))}
	for i, step := range list.Steps {
		body.Items[i] = FirstStep{Step: step.Step, Done: step.Done, Marked: step.Marked}
	}
	return &firstStepsOutput{Body: body}, nil
}

func (c firstStepCalls) show(ctx context.Context, _ *noInput) (*firstStepsOutput, error) {
	return answerFirstSteps(c.cases.FirstSteps.Show(ctx, actor(ctx)))
}

type markFirstStepInput struct {
	Body struct {
		Step loyalty.FirstStep `json:"step" maxLength:"20"`
		Done bool              `json:"done"`
	}
}

func (c firstStepCalls) mark(ctx context.Context, in *markFirstStepInput) (*firstStepsOutput, error) {
	return answerFirstSteps(c.cases.FirstSteps.Mark(ctx, actor(ctx), in.Body.Step, in.Body.Done))
}

type hideFirstStepsInput struct {
	Body struct {
		Hidden bool `json:"hidden"`
	}
}

func (c firstStepCalls) hide(ctx context.Context, in *hideFirstStepsInput) (*firstStepsOutput, error) {
	return answerFirstSteps(c.cases.FirstSteps.Hide(ctx, actor(ctx), in.Body.Hidden))
}
