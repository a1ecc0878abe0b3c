package httpapi

import (
	"context"

	"axioma/internal/service"
	"axioma/internal/service/access"
)

// releaseCalls are the calls by which the person who has a number now takes it off the record of
// its former owner.
type releaseCalls struct {
	cases  *service.Service
	limits *Limits
}

type releaseByCodeInput struct {
	Body struct {
		Ticket     string  `json:"ticket,omitempty" maxLength:"64" doc:"Of a sign-in by message for which the message has come; without it a code"`
		Phone      string  `json:"phone,omitempty"`
		Code       string  `json:"code,omitempty" doc:"That was sent to the phone by WhatsApp"`
		BusinessID *string `json:"businessId,omitempty" nullable:"true" maxLength:"64" doc:"As in the request for the code"`
		Asker
	}
}

func (c releaseCalls) byCode(ctx context.Context, in *releaseByCodeInput) (*okOutput, error) {
	if in.Body.Ticket != "" {
		return c.byTicket(ctx, in.Body.Ticket)
	}
	if err := c.limits.checkCode(ctx, in.Body.Phone); err != nil {
		return nil, err
	}
	err := c.cases.Releases.ReleaseByCode(ctx, access.CodeTry{
		Asker: in.Body.Asker.of(ctx), BusinessID: orEmpty(in.Body.BusinessID), Phone: in.Body.Phone, Code: in.Body.Code,
	})
	if err != nil {
		return nil, err
	}
	return ok(), nil
}

func (c releaseCalls) byTicket(ctx context.Context, ticket string) (*okOutput, error) {
	if err := c.cases.Releases.ReleaseByTicket(ctx, ticket); err != nil {
		return nil, err
	}
	return ok(), nil
}

func (c releaseCalls) own(ctx context.Context, _ *nothing) (*okOutput, error) {
	if err := c.cases.Releases.Release(ctx, portalUser(ctx)); err != nil {
		return nil, err
	}
	return ok(), nil
}
