package servicetest

import (
	"fmt"
	"testing"

	"axioma/internal/loyalty"
)

// Targets changes the number of visits that a card needs.
func Targets(visits int64) loyalty.SettingChanges {
	return loyalty.SettingChanges{VisitTarget: &visits}
}

// InterruptGrant leaves the database as a killed process does: the target is four, and the rewards that cards have
// reached by it are not granted yet.
func InterruptGrant(t testing.TB, shop *Shop) {
	t.Helper()
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, Targets(4), false); err != nil {
		t.Fatal(err)
	}
	shop.Database.Corrupt(t, fmt.Sprintf(`INSERT INTO pending_grants (business_id, last_card_id) VALUES ('%s', '')`, shop.Business.ID))
}
