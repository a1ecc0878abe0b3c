package messaging

import (
	"context"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// RecordOptOuts withdraws consents after 'BAJA' to the business's former installation, and returns how many customers
// still had some. A consent given after the opt-out stays.
func (m *Marketing) RecordOptOuts(ctx context.Context, businessID string, optOuts []loyalty.Consent) (count int, err error) {
	for _, optOut := range optOuts {
		var withdrawn bool
		err := m.base.Store.InBusiness(ctx, businessID, func(tx *store.Tx) (err error) {
			withdrawn, err = m.withdrawConsents(tx, optOut.CustomerID, optOut.Form, optOut.At)
			return err
		})
		if err != nil {
			return count, fmt.Errorf("recording the opt-out of customer %s: %w", optOut.CustomerID, err)
		}
		if withdrawn {
			count++
		}
	}
	return count, nil
}
