package httpapi

import (
	"context"

	"axioma/internal/service"
	"axioma/internal/service/access"
)

// portalCardCalls are the calls about the cards that a customer's phone opens.
type portalCardCalls struct{ cases *service.Service }

// PortalCard is a card that a customer's phone opens.
type PortalCard struct {
	ID           string `json:"id"`
	Name         string `json:"name"`
	QRURL        string `json:"qrUrl"`
	BusinessID   string `json:"businessId"`
	BusinessName string `json:"businessName"`
	Child        bool   `json:"child" doc:"Of a child; else of whoever has the phone"`
	Current      bool   `json:"current" doc:"The one that the session is of"`
}

func (c portalCardCalls) list(ctx context.Context, _ *nothing) (*listOutput[PortalCard], error) {
	user := portalUser(ctx)
	cards, err := c.cases.Portal.Cards(ctx, user)
	if err != nil {
		return nil, err
	}
	return wholeList(cards, func(card access.PortalCard) PortalCard {
		return PortalCard{
			ID: card.CustomerID, Name: card.Name, QRURL: qrURL(card.QRID),
			BusinessID: card.BusinessID, BusinessName: card.BusinessName,
			Child: card.Child, Current: card.CustomerID == user.CustomerID,
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
