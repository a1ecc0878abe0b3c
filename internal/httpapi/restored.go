package httpapi

import (
	"context"
	"strings"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

type restoredCalls struct{ cases *service.Service }

// RestoredMessages counts a restored backup's queued messages, which may have been sent since. A decision is applied
// gradually.
type RestoredMessages struct {
	HeldCount  int64                    `json:"held" doc:"Held messages"`
	CopiedAt   *time.Time               `json:"copiedAt" doc:"When the backup was made; null: unknown"`
	RestoredAt *time.Time               `json:"restoredAt" doc:"When it was restored; null: never"`
	Decision   *loyalty.RestoreDecision `json:"decision" enum:"RELEASE,DROP" doc:"null: undecided"`
	Changes    []string                 `json:"changed" nullable:"false" enum:"DATABASE,MACHINE,URL,PROGRESS" doc:"Why the data seem to be a copy: what differs from the former installation. PROGRESS: the data went back to an earlier state. Empty: a backup was restored"`
	DecidedAt  *time.Time               `json:"decidedAt"`
	DecidedBy  *string                  `json:"decidedBy" doc:"Name of the operator who decided; null: undecided, or decided at the command line"`
}

type restoredOutput struct{ Body RestoredMessages }

func (c restoredCalls) show(ctx context.Context, _ *noInput) (*restoredOutput, error) {
	state, err := c.cases.RestoredMessages.State(ctx)
	if err != nil {
		return nil, err
	}
	messages := RestoredMessages{
		HeldCount: state.HeldCount, CopiedAt: instantOrNull(state.CopiedAt), RestoredAt: instantOrNull(state.At),
		Changes: strings.FieldsFunc(state.Changes, func(r rune) bool { return r == ',' }), DecidedAt: instantOrNull(state.DecidedAt), DecidedBy: orNull(state.DecidedByName),
	}
	if state.Decision != "" {
		messages.Decision = &state.Decision
	}
	return &restoredOutput{Body: messages}, nil
}

type decideInput struct {
	Body struct {
		Decision loyalty.RestoreDecision `json:"decision" enum:"RELEASE,DROP" doc:"RELEASE: send them; DROP: send none"`
	}
}

// decide records the decision about the held messages. It is idempotent, so it needs no key.
func (c restoredCalls) decide(ctx context.Context, in *decideInput) (*restoredOutput, error) {
	if _, err := c.cases.RestoredMessages.Decide(ctx, actor(ctx), in.Body.Decision); err != nil {
		return nil, err
	}
	return c.show(ctx, nil)
}

// ProviderToken is the state of the WhatsApp token.
type ProviderToken struct {
	EndsAt  *time.Time `json:"endsAt" doc:"null: unknown, or it does not expire"`
	AskedAt *time.Time `json:"askedAt" doc:"When the server last asked WhatsApp; null: never"`
	Near    bool       `json:"near" doc:"It expires within 14 days or has expired"`
}

type providerTokenOutput struct{ Body ProviderToken }

func (c restoredCalls) token(ctx context.Context, _ *noInput) (*providerTokenOutput, error) {
	token, err := c.cases.Tokens.State(ctx)
	if err != nil {
		return nil, err
	}
	return &providerTokenOutput{Body: ProviderToken{
		EndsAt: instantOrNull(token.ExpiresAt), AskedAt: instantOrNull(token.CheckedAt), Near: token.ExpiresSoon(time.Now()),
	}}, nil
}
