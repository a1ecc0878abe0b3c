package service_test

import (
	"strings"
	"testing"
	"time"

	"axioma/internal/service/servicetest"
	"axioma/internal/store/storetest"
)

// Spec: limits-22
func TestErasure_Due_LeavesNoPersonalData(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.CustomerWithAllData(t)
	shop.Database.WriteTraces(t)
	if tables := shop.Database.MissingTraces(t); len(tables) > 0 {
		t.Errorf("the tables %v have no trace: they need a row of the customer", tables)
	}
	if err := shop.Cases.SelfService.RequestErasure(t.Context(), servicetest.PortalUser(shop, ana)); err != nil {
		t.Fatal(err)
	}
	shop.Clock.Set(shop.Clock.Now().AddDate(3, 0, 0).Add(-time.Minute))
	if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if name := nameOf(t, shop, ana); !strings.HasPrefix(name, storetest.Trace) {
		t.Errorf("a minute too early the customer has the name %q, want the name still", name)
	}
	shop.Clock.Advance(time.Minute)
	if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, row := range shop.Database.Dump(t) {
		if strings.Contains(row, storetest.Trace) {
			t.Errorf("erased data can still be read: %s", row)
		}
	}
	for _, table := range []string{"messages", "customer_texts", "mails", "consents", "merges", "login_codes", "phone_proofs", "revoked_qrs", "passes", "pass_holders", "usual_pictures", "greetings", "idempotency_keys", "notices", "answered_message_ids"} {
		if rows := shop.Database.Rows(t, "SELECT count(*) FROM "+table); rows[0] != "0" {
			t.Errorf("%s has %s rows of the customer, want 0", table, rows[0])
		}
	}
	shop.MustHoldInvariants(t)
	if visits := shop.Database.Rows(t, "SELECT count(*) FROM visits WHERE deleted_at IS NULL"); visits[0] != "6" {
		t.Errorf("%s of the customer's 6 visits are counted, want all", visits[0])
	}
}
