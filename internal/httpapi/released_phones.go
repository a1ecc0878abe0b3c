package httpapi

import (
	"context"
	"time"

	"axioma/internal/service"
	"axioma/internal/service/access"
)

type releaseCalls struct {
	cases  *service.Service
	limits *Limits
}

type releaseByCodeInput struct {
	Body struct {
		Ticket     string  `json:"ticket,omitempty" maxLength:"64" doc:"Ticket of a sign-in by message, after the message arrived. Without a ticket, a code is required"`
		Phone      string  `json:"phone,omitempty"`
		Code       string  `json:"code,omitempty" doc:"The code sent by WhatsApp"`
		BusinessID *string `json:"businessId,omitempty" nullable:"true" maxLength:"64" doc:"As in the request for the code"`
		Requester
	}
}

func (c releaseCalls) byCode(ctx context.Context, in *releaseByCodeInput) (*okOutput, error) {
	if in.Body.Ticket != "" {
		return c.byTicket(ctx, in.Body.Ticket)
	}
	if err := c.limits.checkCode(ctx, in.Body.Phone); err != nil {
		return nil, err
	}
	err := c.cases.Releases.ReleaseByCode(ctx, access.CodeExchange{
		Requester: in.Body.Requester.of(ctx), BusinessID: orEmpty(in.Body.BusinessID), Phone: in.Body.Phone, Code: in.Body.Code,
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

func (c releaseCalls) own(ctx context.Context, _ *noInput) (*okOutput, error) {
	if err := c.cases.Releases.Release(ctx, portalUser(ctx)); err != nil {
		return nil, err
	}
	return ok(), nil
}

// ReleasedPhones are customers whose phone was released.
type ReleasedPhones struct {
	Total int64           `json:"total"`
	Items []ReleasedPhone `json:"items" nullable:"false" doc:"The latest 20"`
}

// ReleasedPhone is a phone that its present owner has released from a customer's record.
type ReleasedPhone struct {
	CustomerID string    `json:"customerId"`
	Name       string    `json:"name"`
	ReleasedAt time.Time `json:"releasedAt"`
}

type releasedPhonesOutput struct{ Body ReleasedPhones }

func (c releaseCalls) list(ctx context.Context, _ *noInput) (*releasedPhonesOutput, error) {
	releasedPhones, err := c.cases.Releases.List(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	body := ReleasedPhones{Total: releasedPhones.Total, Items: make([]ReleasedPhone, len(releasedPhones.Items))}
	for i, phone := range releasedPhones.Items {
		body.Items[i] = ReleasedPhone{CustomerID: phone.CustomerID, Name: phone.Name, ReleasedAt: phone.At}
	}
	return &releasedPhonesOutput{Body: body}, nil
}

func (c releaseCalls) markSeen(ctx context.Context, in *IDInput) (*okOutput, error) {
	if err := c.cases.Releases.MarkSeen(ctx, actor(ctx), in.ID); err != nil {
		return nil, err
	}
	return ok(), nil
}
