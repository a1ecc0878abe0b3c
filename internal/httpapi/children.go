package httpapi

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/usecase"
)

type childCalls struct {
	cases  *service.Service
	passes passCalls
	qrs    qrPictures
	limits *Limits
}

func (c childCalls) list(ctx context.Context, in *IDInput) (*listOutput[ListedCustomer], error) {
	children, err := c.cases.Children.Of(ctx, actor(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return wholeList(children, listedCustomer(ctx)), nil
}

// ChildFields are a child's form.
type ChildFields struct {
	Name            string `json:"name"`
	Birthday        string `json:"birthday,omitempty" doc:"YYYY-MM-DD: under 14"`
	GuardianConsent bool   `json:"guardianConsent,omitempty" doc:"Must be true: the guardian consents"`
}

func (c ChildFields) draft() loyalty.ChildDraft {
	return loyalty.ChildDraft{Name: c.Name, Birthday: c.Birthday, Consents: c.GuardianConsent}
}

type addChildInput struct {
	IDInput
	Key  string `header:"Idempotency-Key"`
	Body struct {
		ChildFields
		Tag *string `json:"tag,omitempty" nullable:"true" doc:"Bonus type: BONO_VIP_A, BONO_VIP_B, BONO_VIP_C, BONO_TARJETA, BONO_FAMILIA or ESPORADICO; without it the bonus is inactive"`
	}
}

func (c childCalls) add(ctx context.Context, in *addChildInput) (*customerOutput, error) {
	draft := in.Body.draft()
	draft.Tag = orEmpty(in.Body.Tag)
	return answerCustomer(ctx)(c.cases.Children.Add(ctx, actor(ctx), in.ID, draft, usecase.IdempotencyKey(in.Key)))
}

type counterPhoneInput struct {
	IDInput
	Key  string `header:"Idempotency-Key"`
	Body OwnPhoneFields
}

func (c childCalls) moveToOwnPhone(ctx context.Context, in *counterPhoneInput) (*customerOutput, error) {
	return answerCustomer(ctx)(c.cases.Registrations.MoveChildToOwnPhoneAtCounter(ctx, actor(ctx), in.ID, in.Body.form(), usecase.IdempotencyKey(in.Key)))
}

// OwnChild is a new child as its guardian sees it.
type OwnChild struct {
	ID    string `json:"id" doc:"In a session the customer's id; without one, the id in the QR"`
	Name  string `json:"name"`
	QRURL string `json:"qrUrl"`
	EmbeddedQR
	PassLinks
}

type ownChildOutput struct{ Body OwnChild }

func (c childCalls) ownChild(ctx context.Context, id string, child loyalty.Customer) *ownChildOutput {
	return &ownChildOutput{Body: OwnChild{
		ID: id, Name: child.Name, QRURL: qrURL(child.QR()),
		EmbeddedQR: c.qrs.embed(ctx, child.QR()), PassLinks: c.passes.links(child.QR()),
	}}
}

type addOwnChildInput struct {
	Key  string `header:"Idempotency-Key"`
	Body ChildFields
}

func (c childCalls) addOwn(ctx context.Context, in *addOwnChildInput) (*ownChildOutput, error) {
	child, err := c.cases.Children.AddOwn(ctx, portalUser(ctx), in.Body.draft(), usecase.IdempotencyKey(in.Key))
	if err != nil {
		return nil, err
	}
	return c.ownChild(ctx, child.ID, child), nil
}

type addRegisteredChildInput struct {
	Key  string `header:"Idempotency-Key"`
	Body struct {
		ChildFields
		RegistrationToken string `json:"registrationToken" maxLength:"2000" doc:"Token from the response to the registration"`
	}
}

func (c childCalls) addRegistered(ctx context.Context, in *addRegisteredChildInput) (*ownChildOutput, error) {
	user, err := c.cases.Portal.AuthenticateRegistration(ctx, in.Body.RegistrationToken)
	if err != nil {
		return nil, err
	}
	child, err := c.cases.Children.AddRegistered(ctx, c.limits.origin(ctx), user, in.Body.draft(), usecase.IdempotencyKey(in.Key))
	if err != nil {
		return nil, err
	}
	return c.ownChild(ctx, child.QR(), child), nil
}
