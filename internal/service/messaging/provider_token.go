package messaging

import (
	"context"
	"fmt"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// ProviderTokens records the access token's expiry.
type ProviderTokens struct{ base *usecase.Base }

// TokenWarning is a due warning about the token.
type TokenWarning struct {
	Days      int // zero: none
	ExpiresAt time.Time
	Operators []loyalty.User
}

// RecordExpiry records when the token expires. One server gets a due warning.
func (p *ProviderTokens) RecordExpiry(ctx context.Context, ends time.Time) (TokenWarning, error) {
	var warning TokenWarning
	err := p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		warning = TokenWarning{ExpiresAt: ends}
		token, err := tx.Notices().LockToken()
		if err != nil {
			return err
		}
		newToken, days := token.WithExpiry(ends.UTC(), p.base.Now().UTC())
		if err := tx.Notices().NoteToken(newToken); err != nil || days == 0 {
			return err
		}
		warning.Days = days
		operators, err := tx.Users().Operators()
		for _, operator := range operators {
			if operator.DisabledAt.IsZero() {
				warning.Operators = append(warning.Operators, operator)
			}
		}
		return err
	})
	if err != nil {
		return TokenWarning{}, fmt.Errorf("recording the expiry of the WhatsApp token: %w", err)
	}
	return warning, nil
}

// ResetWarning makes an undelivered warning due again.
func (p *ProviderTokens) ResetWarning(ctx context.Context, warning TokenWarning) error {
	err := p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		token, err := tx.Notices().LockToken()
		if err != nil || !token.ExpiresAt.Equal(warning.ExpiresAt) || token.WarnedDays != warning.Days {
			return err
		}
		token.WarnedDays = 0
		return tx.Notices().NoteToken(token)
	})
	if err != nil {
		return fmt.Errorf("resetting the expiry warning of the WhatsApp token: %w", err)
	}
	return nil
}

// State returns the recorded token.
func (p *ProviderTokens) State(ctx context.Context) (token loyalty.ProviderToken, err error) {
	err = p.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		token, err = tx.Notices().Token()
		return err
	})
	return token, err
}
