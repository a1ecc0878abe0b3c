package httpapi

import (
	"context"
	"strings"
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
	Changed    []string                 `json:"changed" nullable:"false" enum:"DATABASE,MACHINE,URL" doc:"What of the installation differed, where messages are held because the data seem to be a copy; empty: a copy was put back"`
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
		Changed: strings.FieldsFunc(state.Changed, func(r rune) bool { return r == ',' }), DecidedAt: instantOrNull(state.DecidedAt), DecidedBy: orNull(state.DecidedByName),
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

// ProviderToken is what is known of the token with which messages are sent.
type ProviderToken struct {
	EndsAt  *time.Time `json:"endsAt" doc:"null: it does not expire, or nobody knows"`
	AskedAt *time.Time `json:"askedAt" doc:"When WhatsApp was asked last; null: never"`
	Near    bool       `json:"near" doc:"It ends within 14 days, or has ended"`
}

type providerTokenOutput struct{ Body ProviderToken }

func (c restoredCalls) token(ctx context.Context, _ *nothing) (*providerTokenOutput, error) {
	token, err := c.cases.Tokens.State(ctx)
	if err != nil {
		return nil, err
	}
	return &providerTokenOutput{Body: ProviderToken{
		EndsAt: instantOrNull(token.ExpiresAt), AskedAt: instantOrNull(token.CheckedAt), Near: token.ExpiresSoon(time.Now()),
	}}, nil
}
