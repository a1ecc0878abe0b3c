package service_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func retainAfterYears(t *testing.T, shop *servicetest.Shop, years int) {
	t.Helper()
	shop.Clock.Set(shop.Clock.Now().AddDate(years, 0, 1))
	retain(t, shop)
}

func retain(t *testing.T, shop *servicetest.Shop) {
	t.Helper()
	if err := shop.Cases.Maintenance.ApplyRetention(t.Context()); err != nil {
		t.Fatal(err)
	}
	shop.MustHoldInvariants(t)
}

func nameOf(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) string {
	t.Helper()
	return shop.Database.Rows(t, "SELECT name FROM customers WHERE id = '"+customer.ID+"'")[0]
}

// Spec: shell-9
func TestRetention_Archived_IsErasedAfterThreeYears(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Register("Ana Ruiz"), shop.Register("Berta Gil")
	shop.Visits(ana, 5)
	shop.Visit(berta)
	shop.Archive(ana)
	due := shop.Clock.Now().AddDate(3, 0, 0)
	shop.Clock.Set(due.Add(-time.Second))
	retain(t, shop)
	if got := nameOf(t, shop, ana); got != "Ana Ruiz" {
		t.Errorf("a second before three years the name is %q, want Ana Ruiz", got)
	}
	shop.Clock.Set(due)
	retain(t, shop)
	retain(t, shop)
	if got := nameOf(t, shop, ana); got != loyalty.ErasedCustomerName {
		t.Errorf("after three years the name is %q, want %q", got, loyalty.ErasedCustomerName)
	}
	if got := nameOf(t, shop, berta); got != "Berta Gil" {
		t.Errorf("the name of Berta, who is still a customer, is %q, want Berta Gil", got)
	}
	if got := shop.Database.Rows(t, "SELECT customer_id FROM erasures WHERE erased_at IS NOT NULL"); !slices.Equal(got, []string{ana.ID}) {
		t.Errorf("the erased customers are %v, want only Ana", got)
	}
	if got := shop.Database.Rows(t, "SELECT count(*) FROM audit_events WHERE action = 'customer.erased'"); got[0] != "1" {
		t.Errorf("the audit trail has the erasure %s times, want 1", got[0])
	}
	visits := shop.Database.Rows(t, "SELECT count(*) FROM visits WHERE deleted_at IS NULL")
	if visits[0] != "6" {
		t.Errorf("%s of 6 visits are counted, want all", visits[0])
	}
}

// Spec: shell-9
func TestRetention_Inactive_IsBlockedAfterSixYears(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		sign func(*testing.T, *servicetest.Shop, loyalty.Customer)
		kept bool
	}{
		"nothing":                   {func(*testing.T, *servicetest.Shop, loyalty.Customer) {}, false},
		"a visit":                   {func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { shop.Visit(ana) }, true},
		"a change by the staff":     {func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { shop.Tag(ana, loyalty.TagVIPA) }, false},
		"a code that was requested": {func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { shop.Code(ana.Phone) }, false},
		"a sign-in":                 {func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { shop.PortalToken(ana) }, true},
		"a deleted visit":           {func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { shop.Delete(shop.Visit(ana)) }, false},
		"a consent": {func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			if err := shop.Cases.SelfService.SetConsent(t.Context(), servicetest.PortalUser(shop, ana), loyalty.ConsentSMS, true); err != nil {
				t.Fatal(err)
			}
		}, true},
		"a redemption": {func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			if _, err := shop.Redeem(ana, loyalty.RewardWelcome); err != nil {
				t.Fatal(err)
			}
		}, true},
		"an opening balance": {func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { recordOpening(t, shop, ana.ID, 8) }, true},
		"an opening balance that was undone": {func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			if _, err := shop.Cases.Adjustments.Undo(t.Context(), shop.Admin, recordOpening(t, shop, ana.ID, 8).Adjustment.ID); err != nil {
				t.Fatal(err)
			}
		}, false},
		"a correction": {func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { correct(t, shop, ana, 2) }, true},
		"an imported last visit": {func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			shop.Import("Nombre;Móvil;Última visita\nAna Ruiz;" + ana.Phone + ";" + string(shop.Business.DayOf(shop.Clock.Now())) + "\n")
		}, true},
		"a merged record": {func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Admin, ana.ID, shop.Customer("Anita").ID); err != nil {
				t.Fatal(err)
			}
		}, true},
		"a visit that waits for the owner": {func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			device, visit := shop.EnrolDevice("Mostrador"), shop.ScannedVisit(ana)
			shop.RevokeDevice(device)
			shop.HandOver(device, visit)
		}, true},
		"a visit that the owner discarded": {func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			now := shop.Clock.Now()
			late, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, service.VisitRequest{
				CustomerID: ana.ID, Times: loyalty.VisitTimes{ScannedAt: now.Add(-25 * time.Hour), SentAt: now},
			})
			if err != nil || !late.Waiting {
				t.Fatalf("the late visit waits: %t, %v; want a waiting visit", late.Waiting, err)
			}
			if _, err := shop.Cases.Handovers.Discard(t.Context(), shop.Owner, "", late.Visit.ID); err != nil {
				t.Fatal(err)
			}
		}, false},
		"a pass": {func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) {
			shop.IssueAndInstallPass(ana, "iphone")
		}, true},
		"a verified phone": {func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer) { shop.VerifyPhone(ana) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			ana := shop.Register("Ana Ruiz")
			shop.Family(loyalty.PolicyPool, ana)
			shop.Clock.Set(shop.Clock.Now().AddDate(6, 0, 0).Add(-time.Hour))
			retain(t, shop)
			row.sign(t, shop, ana)
			shop.Clock.Advance(2 * time.Hour)
			retain(t, shop)
			_, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, ana.ID)
			if kept := err == nil; kept != row.kept || !kept && !errors.Is(err, loyalty.ErrCustomerNotFound) {
				t.Fatalf("Ana is still a customer = %t (%v), want %t", kept, err, row.kept)
			}
			if row.kept {
				return
			}
			if got := nameOf(t, shop, ana); got != "Ana Ruiz" {
				t.Errorf("a blocked customer must keep the name, but is %q", got)
			}
			if got := shop.Database.Rows(t, "SELECT subject_id FROM audit_events WHERE action = 'customer.blocked'"); !slices.Equal(got, []string{ana.ID}) {
				t.Errorf("the audit trail has the blocked customers %v, want only Ana", got)
			}
			retainAfterYears(t, shop, 3)
			if got := nameOf(t, shop, ana); got != loyalty.ErasedCustomerName {
				t.Errorf("three years later the name is %q, want the name of an erased customer", got)
			}
		})
	}
}

// Spec: limits-22
func TestRetention_ActiveCustomer_LosesOnlyExpiredData(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana Ruiz")
	shop.Change(ana, loyalty.CustomerChanges{Notes: loyalty.Change{Sent: true, Value: "flequillo"}})
	visit := func() {
		t.Helper()
		request := shop.FurtherVisitRequest(ana)
		request.Notes = "navaja"
		if _, err := shop.Cases.Visits.Register(t.Context(), shop.Owner, request); err != nil {
			t.Fatal(err)
		}
	}
	set := func(granted bool) {
		t.Helper()
		if err := shop.Cases.SelfService.SetConsent(t.Context(), servicetest.PortalUser(shop, ana), loyalty.ConsentWhatsApp, granted); err != nil {
			t.Fatal(err)
		}
	}
	visit()
	shop.Visits(ana, 8) // one visit before the free service, and a half reward is owed
	shop.Clock.Advance(time.Millisecond)
	set(false)
	before := shop.Progress(ana)
	count := func(table string) string { return shop.Database.Rows(t, "SELECT count(*) FROM "+table)[0] }
	mustCount := func(when string, want ...string) {
		t.Helper()
		got := []string{count("messages"), count("consents"), count("visits WHERE notes IS NOT NULL"), count("audit_events WHERE action = 'visit.registered' OR action = 'visit.authorized'")}
		if !slices.Equal(got, want) {
			t.Errorf("%s the numbers of messages, consents, notes and visits in the trail are %v, want %v", when, got, want)
		}
	}
	mustCount("at first", "1", "6", "1", "9")
	shop.Clock.Set(shop.Clock.Now().AddDate(3, 0, 0).Add(-time.Minute))
	retain(t, shop)
	mustCount("just before three years", "1", "6", "1", "9")
	retainAfterYears(t, shop, 0)
	mustCount("after three years", "0", "5", "1", "9")
	mustHaveLedger(t, shop, ana, "WHATSAPP false PORTAL*",
		"EMAIL true PUBLIC_REGISTER*", "PRIVACY true PUBLIC_REGISTER*", "PROMOTIONS true PUBLIC_REGISTER*", "SMS false PUBLIC_REGISTER*")
	set(true)
	shop.Clock.Set(shop.Clock.Now().AddDate(3, 0, 0))
	set(true) // in force already
	retain(t, shop)
	mustCount("after six years", "0", "5", "0", "0")
	now := shop.Progress(ana)
	if now.Card.Stamps != before.Card.Stamps || len(now.Owed) != len(before.Owed) || now.ToFree() != 1 {
		t.Errorf("the card has %d stamps and owes %v; before it was %d and %v; want no change, and one visit to a free service", now.Card.Stamps, now.Owed, before.Card.Stamps, before.Owed)
	}
	customer, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, ana.ID)
	if err != nil || customer.Name != "Ana Ruiz" || customer.Notes != "flequillo" || customer.VisitsCount != 9 {
		t.Errorf("the customer is %+v, %v; want Name Ana Ruiz, Notes flequillo and VisitsCount 9", customer, err)
	}
}

func TestRetention_OldMerges_LoseTheirData(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, anita := shop.Register("Ana Ruiz"), shop.Register("Anita Ruiz")
	merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Admin, ana.ID, anita.ID)
	if err != nil {
		t.Fatal(err)
	}
	remembered := func() bool { return shop.Database.Rows(t, "SELECT undo_data FROM merges")[0] != "{}" }
	shop.Clock.Advance(loyalty.MergeUndoPeriod - time.Second)
	retain(t, shop)
	if !remembered() {
		t.Error("the merge must be remembered while it can be undone")
	}
	shop.Clock.Advance(2 * time.Second)
	retain(t, shop)
	if remembered() {
		t.Error("the merge must be forgotten when it can no longer be undone")
	}
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Admin, merge.MergeID); !errors.Is(err, loyalty.ErrMergeTooLate) {
		t.Errorf("undoing the merge returns %v, want ErrMergeTooLate", err)
	}
}

func TestRetention_DeletedFamily_LosesNameAfterThreeYears(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	deletedFamily, keptFamily := shop.Family(loyalty.PolicyPool), shop.Family(loyalty.PolicyPool)
	if err := shop.Cases.Families.Delete(t.Context(), shop.Admin, deletedFamily.ID); err != nil {
		t.Fatal(err)
	}
	retainAfterYears(t, shop, 3)
	names := shop.Database.Rows(t, fmt.Sprintf("SELECT name FROM families ORDER BY CASE WHEN id = '%s' THEN 0 ELSE 1 END", deletedFamily.ID))
	if !slices.Equal(names, []string{loyalty.ErasedFamilyName, keptFamily.Name}) {
		t.Errorf("the names of the families are %q, want %q", names, []string{loyalty.ErasedFamilyName, keptFamily.Name})
	}
}

// There is more than a batch of everything, and four servers run at once.
func TestRetention_ConcurrentServers_ProcessEachOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	const many = 450
	for i := range many {
		customer := shop.Register(fmt.Sprintf("Cliente %d", i))
		if i%2 == 0 {
			shop.Archive(customer)
		}
	}
	shop.Clock.Set(shop.Clock.Now().AddDate(6, 0, 1))
	var servers sync.WaitGroup
	for range 4 {
		cases := shop.SecondServer(t)
		servers.Go(func() {
			if err := cases.Maintenance.ApplyRetention(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	servers.Wait()
	shop.MustHoldInvariants(t)
	for query, want := range map[string]string{
		"customers WHERE archived_at IS NULL":                   "0",
		"customers WHERE search = ''":                           fmt.Sprint(many / 2),
		"messages":                                              "0",
		"audit_events WHERE action = 'customer.blocked'":        fmt.Sprint(many / 2),
		"audit_events WHERE action = 'customer.erased'":         fmt.Sprint(many / 2),
		"audit_events WHERE action = 'customer.registered'":     "0",
		"audit_events WHERE business_id = '' AND action <> ' '": "0",
	} {
		if got := shop.Database.Rows(t, "SELECT count(*) FROM "+query); got[0] != want {
			t.Errorf("there are %s %s, want %s", got[0], query, want)
		}
	}
}

// Messages of blocked customers are hidden from the operator too.
func TestRetention_BlockedCustomer_MessagesAreHidden(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Register("Ana"), shop.Register("Berta")
	shop.Archive(ana)
	for _, search := range []string{"", ana.Phone} {
		messages, err := shop.Cases.Messages.List(t.Context(), messaging.MessageFilter{}, usecase.ListRequest{Search: search, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(messages.Items, func(m usecase.ListedMessage) bool { return m.CustomerID == ana.ID }) {
			t.Errorf("searching %q must not find a message to the erased customer", search)
		}
		if search == "" && (len(messages.Items) != 1 || messages.Total != 1 || messages.Items[0].CustomerID != berta.ID) {
			t.Errorf("%d messages are listed, with the total %d; want 1", len(messages.Items), messages.Total)
		}
	}
}

func TestRetention_OneErasureFails_OthersProceed(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta, dora := shop.Register("Ana Ruiz"), shop.Register("Berta Gil"), shop.Register("Dora Paz")
	for _, customer := range []loyalty.Customer{ana, berta} {
		shop.Archive(customer)
		shop.Clock.Advance(time.Minute)
	}
	// Erased customers have an empty search text. An index on it makes the second erasure fail.
	shop.Database.Corrupt(t, "UPDATE customers SET search = '' WHERE id = '"+dora.ID+"'")
	shop.Database.Corrupt(t, "CREATE UNIQUE INDEX spoilt ON customers (business_id) WHERE search = '' AND (id = '"+ana.ID+"' OR id = '"+dora.ID+"')")
	shop.Clock.Set(shop.Clock.Now().AddDate(3, 0, 1))
	err := shop.Cases.Maintenance.ApplyRetention(t.Context())
	if err == nil || !strings.Contains(err.Error(), ana.ID) || strings.Contains(err.Error(), berta.ID) {
		t.Errorf("the error must name only the customer that failed: %v", err)
	}
	if first, second := nameOf(t, shop, ana), nameOf(t, shop, berta); first != "Ana Ruiz" || second != loyalty.ErasedCustomerName {
		t.Errorf("the two customers have the names %q and %q; want Ana Ruiz and %q", first, second, loyalty.ErasedCustomerName)
	}
}

// A customer may carry the printed QR or the pass of a merged record for years.
func TestRetention_MergedRecord_OpensTheCardUntilCustomerIsErased(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	first, second, ana := shop.Customer("Anita"), shop.Customer("Ana P."), shop.Customer("Ana")
	for _, pair := range [][2]loyalty.Customer{{second, first}, {ana, second}} {
		if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Admin, pair[0].ID, pair[1].ID); err != nil {
			t.Fatal(err)
		}
	}
	for range 5 {
		shop.Clock.Set(shop.Clock.Now().AddDate(1, 0, 0))
		servicetest.Must(t, 0, shop.Cases.Maintenance.ApplyRetention(t.Context()))
		for _, record := range []loyalty.Customer{first, second, ana} {
			shop.Clock.Advance(24 * time.Hour)
			if owner, err := scanQR(t, shop, record.QR(), loyalty.VisitTimes{}); err != nil || owner != ana.ID {
				t.Errorf("the QR of %s counts for %q: %v; want %q", record.Name, owner, err, ana.ID)
			}
		}
	}
	shop.Archive(ana)
	shop.Clock.Set(shop.Clock.Now().AddDate(3, 0, 1))
	servicetest.Must(t, 0, shop.Cases.Maintenance.ApplyRetention(t.Context()))
	if remainingIDs := shop.Database.Rows(t, "SELECT id FROM customers WHERE name <> '"+loyalty.ErasedCustomerName+"' OR qr_id IS NOT NULL"); len(remainingIDs) > 0 {
		t.Errorf("the records that are not erased are %q, want none", remainingIDs)
	}
	shop.MustHoldInvariants(t)
}
