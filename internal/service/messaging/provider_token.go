package messaging

import (
	"context"
	"fmt"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// ProviderTokens remember when the token ends with which messages are sent.
type ProviderTokens struct{ base *usecase.Base }

// TokenWarning is what operators are to be told of a token.
type TokenWarning struct {
	Days      int // of the threshold that was passed; zero: they are told nothing
	EndsAt    time.Time
	Operators []loyalty.User // who can sign in
}

// Learn notes when the token ends, and returns the warning that is due. Of several servers
// one gets it.
func (p *ProviderTokens) Learn(ctx context.Context, ends time.Time) (TokenWarning, error) {
	var warning TokenWarning
	err := p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		warning = TokenWarning{EndsAt: ends}
		known, err := tx.Notices().LockToken()
		if err != nil {
			return err
		}
		learned, days := known.WithExpiry(ends.UTC(), p.base.Now().UTC())
		if err := tx.Notices().NoteToken(learned); err != nil || days == 0 {
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
		return TokenWarning{}, fmt.Errorf("noting when the token of WhatsApp ends: %w", err)
	}
	return warning, nil
}

// WarnAgain makes a warning due once more that reached no operator.
func (p *ProviderTokens) WarnAgain(ctx context.Context, warning TokenWarning) error {
	err := p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		known, err := tx.Notices().LockToken()
		if err != nil || !known.ExpiresAt.Equal(warning.EndsAt) || known.WarnedDays != warning.Days {
			return err
		}
		known.WarnedDays = 0
		return tx.Notices().NoteToken(known)
	})
	if err != nil {
		return fmt.Errorf("noting that operators were not warned of the end of the token of WhatsApp: %w", err)
	}
	return nil
}

// State returns what is known of the token.
func (p *ProviderTokens) State(ctx context.Context) (token loyalty.ProviderToken, err error) {
	err = p.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		token, err = tx.Notices().Token()
		return err
	})
	return token, err
}
