package service

import (
	"context"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// Business returns the business that the actor acts on, or
// loyalty.ErrBusinessNotFound.
func (s *Service) Business(ctx context.Context, actor Actor) (loyalty.Business, error) {
	return s.PublicBusiness(ctx, actor.BusinessID)
}

// PublicBusiness returns a business by its id, suspended or not, or
// loyalty.ErrBusinessNotFound.
func (s *Service) PublicBusiness(ctx context.Context, id string) (loyalty.Business, error) {
	var business loyalty.Business
	err := s.store.ViewBusiness(ctx, id, func(tx *store.Tx) (err error) {
		business, err = tx.Business()
		return err
	})
	return business, err
}

// NewBusiness is a business to be created, with the accounts of its first
// staff.
type NewBusiness struct {
	ID       string // made when empty
	Name     string
	TimeZone string // loyalty.DefaultTimeZone when empty
	Country  string // loyalty.DefaultCountry when empty
	Staff    []NewUser
	ByUserID string // the operator who creates it; empty: the program itself
}

// NewUser is an account to be created.
type NewUser struct {
	Email    string
	Name     string
	Role     loyalty.Role
	Password string
}

// CreateBusiness creates a business with the default card settings and its
// accounts, all or nothing. It refuses with loyalty.ErrEmailTaken an address that
// somebody has, and with a validation error a zone or country that there is not.
func (s *Service) CreateBusiness(ctx context.Context, draft NewBusiness) (loyalty.Business, error) {
	business, staff, err := s.drafted(ctx, draft)
	if err != nil {
		return business, err
	}
	err = s.store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		if err := tx.InsertBusiness(business); err != nil {
			return err
		}
		return s.insertStaff(tx, business, staff, draft.ByUserID)
	})
	if err != nil {
		return business, fmt.Errorf("creating a business: %w", err)
	}
	return business, nil
}

// drafted returns a business and its first staff as a draft describes them.
func (s *Service) drafted(ctx context.Context, draft NewBusiness) (loyalty.Business, []loyalty.User, error) {
	business, err := s.newBusiness(draft)
	if err != nil {
		return business, nil, err
	}
	staff := make([]loyalty.User, len(draft.Staff))
	for i, member := range draft.Staff {
		if staff[i], err = s.newUser(ctx, member, business.ID); err != nil {
			return business, nil, err
		}
	}
	return business, staff, nil
}

// insertStaff adds the first accounts of a new business, and that it was created
// to its trail.
func (s *Service) insertStaff(tx *store.PlatformTx, business loyalty.Business, staff []loyalty.User, byUserID string) error {
	for _, user := range staff {
		if err := tx.InsertUser(user); err != nil {
			return err
		}
	}
	return s.record(tx.In(business.ID), byUserID, loyalty.ActionBusinessCreated, business.ID, "")
}

func (s *Service) newBusiness(draft NewBusiness) (loyalty.Business, error) {
	zone, country := orDefault(draft.TimeZone, loyalty.DefaultTimeZone), orDefault(draft.Country, loyalty.DefaultCountry)
	business, err := loyalty.SettingChanges{Name: &draft.Name, TimeZone: &zone, Country: &country}.Apply(loyalty.Business{
		ID:                draft.ID,
		Status:            loyalty.BusinessActive,
		VisitTarget:       loyalty.DefaultVisitTarget,
		VIPVisitTarget:    loyalty.DefaultVIPVisitTarget,
		HalfRewardEnabled: true,
		WhatsApp:          loyalty.DefaultWhatsAppLimits(),
		Quiet:             loyalty.DefaultQuietHours(),
		CreatedAt:         s.now(),
	})
	if err == nil && business.ID == "" {
		business.ID, err = s.ids.Next(business.CreatedAt)
	}
	return business, err
}

func orDefault(value, fallback string) string {
	if value == "" {
		return fallback
	}
	return value
}

func (s *Service) newUser(ctx context.Context, draft NewUser, businessID string) (loyalty.User, error) {
	email, ok := loyalty.ParseEmail(draft.Email)
	if !ok || email == "" {
		return loyalty.User{}, loyalty.InvalidField("email", "El correo no es válido.")
	}
	known, err := s.knownOf(ctx, loyalty.User{BusinessID: businessID, Email: email, Name: draft.Name})
	if err != nil {
		return loyalty.User{}, err
	}
	if err := loyalty.CheckPassword("password", draft.Password, loyalty.MinNewPassword, known...); err != nil {
		return loyalty.User{}, err
	}
	name, err := loyalty.CleanName("name", draft.Name)
	if err != nil {
		return loyalty.User{}, err
	}
	hash, err := s.passwords.hash(ctx, "", draft.Password)
	if err != nil {
		return loyalty.User{}, err
	}
	id, err := s.ids.Next(s.now())
	return loyalty.User{
		ID:           id,
		BusinessID:   businessID,
		Email:        email,
		Name:         name,
		Role:         draft.Role,
		PasswordHash: hash,
		TokenVersion: 1,
		CreatedAt:    s.now(),
	}, err
}

// CreateSuperadmin creates an account of the platform's operator. Nothing but the
// command line calls it. It refuses with loyalty.ErrEmailTaken an address that
// somebody has.
func (s *Service) CreateSuperadmin(ctx context.Context, draft NewUser) (loyalty.User, error) {
	draft.Role = loyalty.Superadmin
	user, err := s.newUser(ctx, draft, "")
	if err != nil {
		return user, err
	}
	err = s.store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		if err := tx.InsertUser(user); err != nil {
			return err
		}
		return s.recordAccount(tx, user, loyalty.ActionUserCreated)
	})
	if err != nil {
		return user, fmt.Errorf("creating an operator: %w", err)
	}
	return user, nil
}
