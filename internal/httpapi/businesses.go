package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
)

// Business is a business as its staff sees it.
type Business struct {
	ID                string                 `json:"id"`
	Name              string                 `json:"name"`
	Status            loyalty.BusinessStatus `json:"status" enum:"ACTIVE,SUSPENDED"`
	TimeZone          string                 `json:"timezone"`
	Country           string                 `json:"country"`
	VisitTarget       int64                  `json:"visitTarget"`
	VIPVisitTarget    int64                  `json:"vipVisitTarget"`
	HalfRewardEnabled bool                   `json:"halfRewardEnabled"`
	CreatedAt         time.Time              `json:"createdAt"`
}

type businessOutput struct{ Body Business }

func (a *API) business(ctx context.Context, _ *nothing) (*businessOutput, error) {
	b, err := a.service.Business(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	return &businessOutput{Body: Business{
		ID:                b.ID,
		Name:              b.Name,
		Status:            b.Status,
		TimeZone:          b.Zone.String(),
		Country:           b.Country,
		VisitTarget:       b.VisitTarget,
		VIPVisitTarget:    b.VIPVisitTarget,
		HalfRewardEnabled: b.HalfRewardEnabled,
		CreatedAt:         b.CreatedAt,
	}}, nil
}

// PublicBusiness is what anybody may know of a business.
type PublicBusiness struct {
	ID            string                 `json:"id"`
	Name          string                 `json:"name"`
	Status        loyalty.BusinessStatus `json:"status" enum:"ACTIVE,SUSPENDED"`
	Country       string                 `json:"country"`
	VisitTarget   int64                  `json:"visitTarget"`
	HalfMilestone *int64                 `json:"halfMilestone"`
}

type publicBusinessOutput struct{ Body PublicBusiness }

func (a *API) publicBusiness(ctx context.Context, in *IDInput) (*publicBusinessOutput, error) {
	b, err := a.service.PublicBusiness(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return &publicBusinessOutput{Body: PublicBusiness{
		ID:            b.ID,
		Name:          b.Name,
		Status:        b.Status,
		Country:       b.Country,
		VisitTarget:   b.VisitTarget,
		HalfMilestone: half(b.FamilyTerms()),
	}}, nil
}

// half is the half milestone on the wire: null where a card has none.
func half(terms loyalty.Terms) *int64 {
	if terms.Half == 0 {
		return nil
	}
	return &terms.Half
}
