package httpapi

import (
	"context"
	"slices"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
)

type portalCardCalls struct {
	cases  *service.Service
	limits *Limits
}

// PortalCard is a card of the customer's phone.
type PortalCard struct {
	ID           string `json:"id"`
	Name         string `json:"name"`
	QRURL        string `json:"qrUrl"`
	BusinessID   string `json:"businessId"`
	BusinessName string `json:"businessName"`
	Child        bool   `json:"child" doc:"The card is a child's; otherwise it is the phone owner's"`
	Grown        bool   `json:"grown" doc:"The child is 14 or older and can move the card to their own phone"`
	Current      bool   `json:"current" doc:"The card of this session"`
}

func (c portalCardCalls) list(ctx context.Context, _ *noInput) (*listOutput[PortalCard], error) {
	user := portalUser(ctx)
	cards, err := c.cases.Portal.Cards(ctx, user)
	if err != nil {
		return nil, err
	}
	return wholeList(cards, func(card access.PortalCard) PortalCard {
		return PortalCard{
			ID: card.CustomerID, Name: card.Name, QRURL: qrURL(card.QRID),
			BusinessID: card.BusinessID, BusinessName: card.BusinessName,
			Child: card.Child, Grown: c.cases.Portal.IsGrownChild(card), Current: card.CustomerID == user.CustomerID,
		}
	}), nil
}

type openCardInput struct {
	IDInput
	Authorization string `header:"Authorization" hidden:"true"`
}

func (c portalCardCalls) open(ctx context.Context, in *openCardInput) (*portalSessionOutput, error) {
	session, err := c.cases.Portal.OpenCard(ctx, logoutInput{in.Authorization}.token(), in.ID)
	if err != nil {
		return nil, err
	}
	return &portalSessionOutput{Body: portalSessionOf(session)}, nil
}

// OwnPhoneFields give a child their own phone.
type OwnPhoneFields struct {
	Phone              string `json:"phone"`
	AcceptedPrivacy    bool   `json:"acceptedPrivacy,omitempty" doc:"Must be true: the customer consents"`
	WhatsAppOptIn      bool   `json:"whatsappOptIn,omitempty"`
	EmailOptIn         bool   `json:"emailOptIn,omitempty"`
	SMSOptIn           bool   `json:"smsOptIn,omitempty"`
	AcceptedPromotions bool   `json:"acceptedPromotions,omitempty"`
}

func (o OwnPhoneFields) form() loyalty.Registration {
	return loyalty.Registration{
		CustomerDraft: loyalty.CustomerDraft{Phone: o.Phone}, AcceptedPrivacy: o.AcceptedPrivacy,
		WhatsAppOptIn: o.WhatsAppOptIn, EmailOptIn: o.EmailOptIn, SMSOptIn: o.SMSOptIn, AcceptedPromotions: o.AcceptedPromotions,
	}
}

type ownPhoneInput struct {
	IDInput
	Authorization string `header:"Authorization" hidden:"true"`

	Key  string `header:"Idempotency-Key"`
	Body OwnPhoneFields
}

// moveToOwnPhone gives a child their own phone. It returns a session for the guardian's card: the child's has ended.
func (c portalCardCalls) moveToOwnPhone(ctx context.Context, in *ownPhoneInput) (*portalSessionOutput, error) {
	if err := c.limits.askForProof(ctx, in.ID); err != nil {
		return nil, err
	}
	own, err := c.ownCard(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.cases.Registrations.MoveChildToOwnPhone(ctx, portalUser(ctx), in.ID, in.Body.form(), usecase.IdempotencyKey(in.Key)); err != nil {
		return nil, err
	}
	session, err := c.cases.Portal.SwitchCard(ctx, logoutInput{in.Authorization}.token(), own)
	if err != nil {
		return nil, err
	}
	return &portalSessionOutput{Body: portalSessionOf(session)}, nil
}

func (c portalCardCalls) ownCard(ctx context.Context) (string, error) {
	user := portalUser(ctx)
	cards, err := c.cases.Portal.Cards(ctx, user)
	if err != nil {
		return "", err
	}
	own := slices.IndexFunc(cards, func(card access.PortalCard) bool { return !card.Child && card.BusinessID == user.BusinessID })
	if own < 0 {
		return "", loyalty.ErrCustomerNotFound
	}
	return cards[own].CustomerID, nil
}
