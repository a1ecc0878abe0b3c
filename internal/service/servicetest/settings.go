package servicetest

import (
	"fmt"
	"testing"

	"axioma/internal/loyalty"
)

// Targets returns a change of the target.
func Targets(visits int64) loyalty.SettingChanges {
	return loyalty.SettingChanges{VisitTarget: &visits}
}

// InterruptGrant sets a target of four without its rewards, as a killed process leaves it.
func InterruptGrant(t testing.TB, shop *Shop) {
	t.Helper()
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, Targets(4), false); err != nil {
		t.Fatal(err)
	}
	shop.Database.Corrupt(t, fmt.Sprintf(`INSERT INTO pending_grants (business_id, last_card_id) VALUES ('%s', '')`, shop.Business.ID))
}
