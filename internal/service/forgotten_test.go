package service_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/service/servicetest"
	"axioma/internal/store/storetest"
)

// TestNothingTellsWhoAnErasedCustomerWas leaves a trace of a customer in every
// text that is to go, and looks for it everywhere when her time has come.
func TestNothingTellsWhoAnErasedCustomerWas(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, traced := shop.Marked(t)
	mustTrace(t, shop, traced)
	if err := shop.Cases.AskErasure(t.Context(), inPortal(shop, ana)); err != nil {
		t.Fatal(err)
	}
	shop.Clock.Set(shop.Clock.Now().AddDate(3, 0, 0).Add(-time.Minute))
	if err := shop.Cases.RunUpkeep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if name := nameOf(t, shop, ana); !strings.HasPrefix(name, servicetest.Trace) {
		t.Errorf("a minute too early she is %q", name)
	}
	shop.Clock.Advance(time.Minute)
	if err := shop.Cases.RunUpkeep(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, row := range shop.Database.Dump(t) {
		if strings.Contains(row, servicetest.Trace) {
			t.Errorf("it can still be read: %s", row)
		}
	}
	for _, table := range []string{"messages", "consents", "merges", "login_codes", "phone_proofs", "idempotency_keys", "notices", "inbound_messages"} {
		if rows := shop.Database.Rows(t, "SELECT count(*) FROM "+table); rows[0] != "0" {
			t.Errorf("%s has %s rows of her", table, rows[0])
		}
	}
	shop.MustKeepTheRules(t)
	if visits := shop.Database.Rows(t, "SELECT count(*) FROM visits WHERE deleted_at IS NULL"); visits[0] != "6" {
		t.Errorf("%s of her 6 visits are counted", visits[0])
	}
}

// mustTrace wants a trace to have been left wherever one can be: in all texts
// that are to go, but for words that the database keeps to and ids of other
// rows.
func mustTrace(t *testing.T, shop *servicetest.Shop, traced []string) {
	t.Helper()
	keptTo := []string{
		"consents.kind", "consents.customer_id", "messages.status", "messages.customer_id", "merges.kept_id", "merges.merged_id",
		"login_codes.customer_id", "phone_proofs.customer_id",
	}
	dump := strings.Join(shop.Database.Dump(t), "\n")
	types := shop.Database.Columns(t)
	for column, decision := range storetest.Decisions() {
		if decision.Whose != storetest.Customer || decision.Stays != "" || types[column] != "text" || slices.Contains(keptTo, column) {
			continue
		}
		if !slices.Contains(traced, column) || !strings.Contains(dump, servicetest.Trace+column) {
			t.Errorf("no trace was left in %s: has the table no row of her?", column)
		}
	}
}
