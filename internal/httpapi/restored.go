package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// restoredCalls are the operator's calls about the messages of a copy that was put back.
type restoredCalls struct{ cases *service.Service }

// RestoredMessages are the messages that waited in a copy of the data that was put back,
// and may have been sent after it was made. What was decided about them is carried out
// little by little.
type RestoredMessages struct {
	Held       int64                    `json:"held" doc:"Those that wait since"`
	CopiedAt   *time.Time               `json:"copiedAt" doc:"When the copy was made; null: nobody knows"`
	RestoredAt *time.Time               `json:"restoredAt" doc:"When it was put back; null: never"`
	Decision   *loyalty.RestoreDecision `json:"decision" enum:"RELEASE,DROP" doc:"Null while nobody has decided"`
	DecidedAt  *time.Time               `json:"decidedAt"`
	DecidedBy  *string                  `json:"decidedBy" doc:"Name; null: at the command line, or nobody has decided"`
}

type restoredOutput struct{ Body RestoredMessages }

func (c restoredCalls) show(ctx context.Context, _ *nothing) (*restoredOutput, error) {
	state, err := c.cases.Restored.State(ctx)
	if err != nil {
		return nil, err
	}
	shown := RestoredMessages{
		Held: state.Held, CopiedAt: instantOrNull(state.CopiedAt), RestoredAt: instantOrNull(state.At),
		DecidedAt: instantOrNull(state.DecidedAt), DecidedBy: orNull(state.DecidedByName),
	}
	if state.Decision != "" {
		shown.Decision = &state.Decision
	}
	return &restoredOutput{Body: shown}, nil
}

type decideInput struct {
	Body struct {
		Decision loyalty.RestoreDecision `json:"decision" enum:"RELEASE,DROP" doc:"RELEASE: they are sent; DROP: none is"`
	}
}

// decide needs no key: who says the same again is answered as she was.
func (c restoredCalls) decide(ctx context.Context, in *decideInput) (*restoredOutput, error) {
	if _, err := c.cases.Restored.Decide(ctx, actor(ctx), in.Body.Decision); err != nil {
		return nil, err
	}
	return c.show(ctx, nil)
}
