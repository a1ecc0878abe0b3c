package service

import (
	"context"
	"fmt"

	"axioma/internal/logo"
	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Businesses creates businesses and changes their settings.
type Businesses struct {
	base    *usecase.Base
	users   *access.Users
	rewards *Rewards
	logos   *logo.Reader
}

// Get returns the actor's business, or loyalty.ErrBusinessNotFound.
func (b *Businesses) Get(ctx context.Context, actor usecase.Actor) (loyalty.Business, error) {
	return b.base.BusinessByID(ctx, actor.BusinessID)
}

// ByID returns a business, suspended or not, or loyalty.ErrBusinessNotFound.
func (b *Businesses) ByID(ctx context.Context, id string) (loyalty.Business, error) {
	return b.base.BusinessByID(ctx, id)
}

// NewBusiness is a draft with its first staff.
type NewBusiness struct {
	ID       string // empty: generated
	Name     string
	TimeZone string // empty: loyalty.DefaultTimeZone
	Country  string // empty: loyalty.DefaultCountry
	Staff    []access.NewUser
	ByUserID string // empty: the program
}

// Create creates all or nothing. Errors: loyalty.ErrEmailTaken, a validation error.
func (b *Businesses) Create(ctx context.Context, draft NewBusiness) (loyalty.Business, error) {
	business, staff, err := b.prepare(ctx, draft)
	if err != nil {
		return business, err
	}
	err = b.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		if err := tx.Businesses().Insert(business); err != nil {
			return err
		}
		return b.insertStaff(tx, business, staff, draft.ByUserID)
	})
	if err != nil {
		return business, fmt.Errorf("creating a business: %w", err)
	}
	return business, nil
}

func (b *Businesses) prepare(ctx context.Context, draft NewBusiness) (loyalty.Business, []loyalty.User, error) {
	business, err := b.newBusiness(draft)
	if err != nil {
		return business, nil, err
	}
	staff := make([]loyalty.User, len(draft.Staff))
	for i, member := range draft.Staff {
		if staff[i], err = b.users.NewAccount(ctx, member, business.ID); err != nil {
			return business, nil, err
		}
	}
	return business, staff, nil
}

func (b *Businesses) insertStaff(tx *store.PlatformTx, business loyalty.Business, staff []loyalty.User, byUserID string) error {
	for _, user := range staff {
		if err := tx.Users().Insert(user); err != nil {
			return err
		}
	}
	return b.base.Record(tx.In(business.ID), byUserID, loyalty.ActionBusinessCreated, business.ID, "")
}

func (b *Businesses) newBusiness(draft NewBusiness) (loyalty.Business, error) {
	zone, country := orDefault(draft.TimeZone, loyalty.DefaultTimeZone), orDefault(draft.Country, loyalty.DefaultCountry)
	business, err := loyalty.SettingChanges{Name: &draft.Name, TimeZone: &zone, Country: &country}.Apply(loyalty.Business{
		ID:                draft.ID,
		Status:            loyalty.BusinessActive,
		VisitTarget:       loyalty.DefaultVisitTarget,
		VIPVisitTarget:    loyalty.DefaultVIPVisitTarget,
		HalfRewardEnabled: true,
		HoldBack:          true,
		WhatsApp:          loyalty.DefaultWhatsAppLimits(),
		Quiet:             loyalty.DefaultQuietHours(),
		WeekMail:          true,
		CreatedAt:         b.base.Now(),
	})
	if err == nil && business.ID == "" {
		business.ID, err = b.base.IDs.Next(business.CreatedAt)
	}
	return business, err
}

func orDefault(value, fallback string) string {
	if value == "" {
		return fallback
	}
	return value
}
