package servicetest

import (
	"context"
	"crypto/rand"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// RecordConsent grants or withdraws purposes.
func RecordConsent(t Fataler, shop *Shop, customer loyalty.Customer, granted bool, kinds ...loyalty.ConsentKind) {
	t.Helper()
	for _, kind := range kinds {
		err := shop.Store.InBusiness(context.Background(), shop.Business.ID, func(tx *store.Tx) error {
			id, err := loyalty.IDs{Random: rand.Reader}.Next(shop.Clock.Now())
			if err != nil {
				return err
			}
			return tx.Consents().Insert(loyalty.Consent{
				ID: id, CustomerID: customer.ID, Kind: kind, Granted: granted, At: shop.Clock.Now(), Form: "TEST", TextVersion: loyalty.ConsentTextVersion,
			})
		})
		if err != nil {
			t.Fatalf("recording a consent: %v", err)
		}
	}
}

// GrantedConsents returns the consents in force, except to privacy.
func GrantedConsents(t testing.TB, shop *Shop, customer loyalty.Customer) []string {
	t.Helper()
	return shop.Database.Rows(t, `SELECT kind FROM consents c WHERE customer_id = '`+customer.ID+`' AND granted AND kind <> 'PRIVACY' AND NOT EXISTS (
		SELECT 1 FROM consents n WHERE n.customer_id = c.customer_id AND n.kind = c.kind AND (n.given_at, n.id) > (c.given_at, c.id)) ORDER BY kind`)
}

// ConsentRows returns kind, answer, form and guardian of each consent, oldest first.
func ConsentRows(t testing.TB, shop *Shop) []string {
	t.Helper()
	return shop.Database.Rows(t, "SELECT kind, CASE WHEN granted THEN 'yes' ELSE 'no' END, form, COALESCE(given_by, '-') FROM consents ORDER BY given_at, id")
}
