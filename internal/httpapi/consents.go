package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

type consentCalls struct {
	cases  *service.Service
	limits *Limits
}

// Consent is a history entry.
type Consent struct {
	ID          string              `json:"id"`
	Kind        loyalty.ConsentKind `json:"kind" enum:"PRIVACY,WHATSAPP,EMAIL,SMS,PROMOTIONS,USUAL"`
	Granted     bool                `json:"granted" doc:"false: refused or withdrawn"`
	At          time.Time           `json:"at"`
	Stands      bool                `json:"stands" doc:"It is the current decision on its purpose"`
	Form        loyalty.ConsentForm `json:"form" enum:"PUBLIC_REGISTER,PORTAL,UNSUBSCRIBE,STAFF,WHATSAPP_REPLY,WHATSAPP_STOP,MERGE,ERASURE"`
	TextVersion string              `json:"textVersion" doc:"Version of the text that was shown"`
	GivenBy     *string             `json:"givenBy" doc:"The minor's guardian; null: the customer"`
}

func consentOf(c loyalty.Consent) Consent {
	return Consent{
		ID: c.ID, Kind: c.Kind, Granted: c.Granted, At: c.At, Stands: c.ReplacedAt.IsZero(), Form: c.Form,
		TextVersion: c.TextVersion, GivenBy: orNull(c.GivenBy),
	}
}

func (c consentCalls) list(ctx context.Context, in *IDInput) (*listOutput[Consent], error) {
	consents, err := c.cases.Consents.Of(ctx, actor(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return wholeList(consents, consentOf), nil
}

func (c consentCalls) unsubscribeFor(ctx context.Context, in *IDInput) (*okOutput, error) {
	if err := c.cases.Consents.UnsubscribeFor(ctx, actor(ctx), in.ID); err != nil {
		return nil, err
	}
	return ok(), nil
}

type unsubscribeInput struct {
	IDInput
	Body struct {
		Reason string `json:"reason" maxLength:"200"`
	}
}

func (c consentCalls) unsubscribe(ctx context.Context, in *unsubscribeInput) (*okOutput, error) {
	if _, err := c.cases.Consents.BusinessOfQR(ctx, in.ID); err != nil {
		return nil, err
	}
	if err := c.limits.withdraw(ctx, in.ID); err != nil {
		return nil, err
	}
	if err := c.cases.Consents.Unsubscribe(ctx, in.ID); err != nil {
		return nil, err
	}
	return ok(), nil
}
