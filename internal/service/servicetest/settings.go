package servicetest

import (
	"fmt"
	"testing"

	"axioma/internal/loyalty"
)

// Targets changes the target.
func Targets(visits int64) loyalty.SettingChanges {
	return loyalty.SettingChanges{VisitTarget: &visits}
}

// InterruptGrant leaves the state of a killed process: a target of four, without its rewards.
func InterruptGrant(t testing.TB, shop *Shop) {
	t.Helper()
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, Targets(4), false); err != nil {
		t.Fatal(err)
	}
	shop.Database.Corrupt(t, fmt.Sprintf(`INSERT INTO pending_grants (business_id, last_card_id) VALUES ('%s', '')`, shop.Business.ID))
}
