package service_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

func TestOwnData_Customer_GetsAllStoredData(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	shop.Visits(ana, 5)
	shop.Visit(shop.Customer("Berta"))
	data, err := shop.Cases.SelfService.Data(t.Context(), servicetest.PortalUser(shop, ana))
	if err != nil {
		t.Fatal(err)
	}
	if data.Customer.Phone != ana.Phone || len(data.Visits) != 5 || len(data.Rewards) != 2 || len(data.Consents) != 5 {
		t.Errorf("the customer sees %d visits, %d rewards, %d consents and the phone %s; want 5, 2, 5 and %s", len(data.Visits), len(data.Rewards), len(data.Consents), data.Customer.Phone, ana.Phone)
	}
}

func TestOwnData_Change_IgnoresStaffFields(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana", loyalty.TagCard)
	set := func(value string) loyalty.Change { return loyalty.Change{Sent: true, Value: value} }
	err := shop.Cases.SelfService.Change(t.Context(), servicetest.PortalUser(shop, ana), loyalty.CustomerChanges{
		Name: set("Ana Ruiz"), Email: set("ana@correo.test"), Birthday: set("1990-05-17"),
		Phone: set(shop.Phone()), Tag: set(string(loyalty.TagVIPA)), Notes: set("soy VIP"),
	})
	if err != nil {
		t.Fatal(err)
	}
	now, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, ana.ID)
	if err != nil || now.Name != "Ana Ruiz" || now.Email != "ana@correo.test" || now.Birthday != "1990-05-17" {
		t.Errorf("the record is %+v, %v; want Name Ana Ruiz, Email ana@correo.test and Birthday 1990-05-17", now, err)
	}
	if now.Phone != ana.Phone || now.Tag != ana.Tag || now.Notes != ana.Notes {
		t.Errorf("the customer must not change phone, tag or notes: %+v", now)
	}
	if err := shop.Cases.SelfService.Change(t.Context(), servicetest.PortalUser(shop, ana), loyalty.CustomerChanges{Name: set("")}); !errors.Is(err, loyalty.ErrValidation) {
		t.Errorf("a change to an empty name returns %v, want ErrValidation", err)
	}
}

func TestSetConsent_EachChange_AddsHistoryEntry(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana") // WhatsApp accepted, SMS not
	for _, step := range []struct {
		kind    loyalty.ConsentKind
		granted bool
	}{{loyalty.ConsentWhatsApp, false}, {loyalty.ConsentWhatsApp, false}, {loyalty.ConsentSMS, true}, {loyalty.ConsentWhatsApp, true}} {
		shop.Clock.Advance(time.Second)
		if err := shop.Cases.SelfService.SetConsent(t.Context(), servicetest.PortalUser(shop, ana), step.kind, step.granted); err != nil {
			t.Fatal(err)
		}
	}
	got := shop.Database.Rows(t, "SELECT kind, CASE WHEN granted THEN 'yes' ELSE 'no' END FROM consents WHERE form = 'PORTAL' ORDER BY given_at")
	if want := []string{"WHATSAPP no", "SMS yes", "WHATSAPP yes"}; !slices.Equal(got, want) {
		t.Errorf("the history is %v, want %v", got, want)
	}
	for _, kind := range []loyalty.ConsentKind{loyalty.ConsentPrivacy, "OTHER", ""} {
		if err := shop.Cases.SelfService.SetConsent(t.Context(), servicetest.PortalUser(shop, ana), kind, false); !errors.Is(err, loyalty.ErrValidation) {
			t.Errorf("the consent %q returns %v, want ErrValidation", kind, err)
		}
	}
}

func TestRequestErasure_BlocksAtOnceAndErasesAfterThreeYears(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, twin := shop.Register("Ana Secreta"), shop.Customer("Anita Secreta")
	shop.Change(ana, loyalty.CustomerChanges{
		Email: loyalty.Change{Sent: true, Value: "secreta@correo.test"}, Notes: loyalty.Change{Sent: true, Value: "nota secreta"},
	})
	token := shop.PortalToken(ana)
	shop.Visits(ana, 5)
	if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, twin.ID); err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.SelfService.RequestErasure(t.Context(), servicetest.PortalUser(shop, ana)); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Portal.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("the customer's session returns %v, want ErrTokenExpired", err)
	}
	if _, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, ana.ID); !errors.Is(err, loyalty.ErrCustomerNotFound) {
		t.Errorf("the staff's look-up returns %v, want ErrCustomerNotFound", err)
	}
	// A customer who comes back is a new customer.
	form := shop.Form("Ana")
	form.Phone = ana.Phone
	if _, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, ""); err != nil {
		t.Errorf("registering again: %v", err)
	}
	shop.MustHoldInvariants(t)

	erase := func() {
		t.Helper()
		if err := shop.Cases.Maintenance.ApplyRetention(t.Context()); err != nil {
			t.Fatal(err)
		}
		shop.MustHoldInvariants(t)
	}
	due := shop.Clock.Now().AddDate(3, 0, 0)
	readContacts := func() []string {
		return shop.Database.Rows(t, fmt.Sprintf("SELECT name, phone FROM customers WHERE id IN ('%s', '%s') ORDER BY name", ana.ID, twin.ID))
	}
	shop.Clock.Set(due.Add(-time.Millisecond))
	before := readContacts()
	erase()
	if after := readContacts(); !slices.Equal(before, after) {
		t.Errorf("before three years the stored data are %v, want them unchanged", after)
	}
	shop.Clock.Set(due)
	erase()
	erase() // nothing to erase yet
	for _, row := range shop.Database.Dump(t) {
		if strings.HasPrefix(row, "idempotency_keys") {
			continue // removed after 30 days
		}
		if strings.Contains(strings.ToLower(row), "secreta") || strings.Contains(row, twin.Phone) {
			t.Errorf("erased data can still be read: %s", row)
		}
	}
	if visits := shop.Database.Rows(t, "SELECT count(*) FROM visits WHERE customer_id = '"+ana.ID+"' AND deleted_at IS NULL"); visits[0] != "5" {
		t.Errorf("%s of the customer's 5 visits are counted, want all", visits[0])
	}
	erasedIDs := shop.Database.Rows(t, "SELECT subject_id FROM audit_events WHERE action = 'customer.erased'")
	if !slices.Equal(erasedIDs, []string{ana.ID}) {
		t.Errorf("the audit trail has the erased customers %v, want only this one", erasedIDs)
	}
}

func rewardsIn(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) []string {
	t.Helper()
	data, err := shop.Cases.SelfService.Data(t.Context(), servicetest.PortalUser(shop, customer))
	if err != nil {
		t.Fatal(err)
	}
	rewards := []string{}
	for _, reward := range data.Rewards {
		rewards = append(rewards, fmt.Sprintf("%s@%d %s", reward.Kind, reward.Milestone, reward.Status))
	}
	slices.Sort(rewards)
	return rewards
}

func TestOwnData_RewardsOfFamilyCard_AreThoseGivenOrEarned(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, eva, leo := shop.Register("Ana"), shop.Customer("Eva"), shop.Customer("Leo")
	family := shop.Family(loyalty.PolicyPool, ana, eva, leo)
	shop.Visits(ana, 4)
	shop.Visits(eva, 1) // HALF@5
	if _, err := shop.Redeem(leo, loyalty.RewardHalf); err != nil {
		t.Fatal(err)
	}
	shop.Visits(ana, 5) // FREE@10
	mustSee := func(when string, customer loyalty.Customer, want ...string) {
		t.Helper()
		if got := rewardsIn(t, shop, customer); !slices.Equal(got, want) {
			t.Errorf("%s: %s sees %q, want %q", when, customer.Name, got, want)
		}
	}
	for _, when := range []string{"in the family", "after leaving it"} {
		mustSee(when, ana, "FREE@10 PENDING", "WELCOME@0 PENDING")
		mustSee(when, eva, "HALF@5 REDEEMED")
		mustSee(when, leo, "HALF@5 REDEEMED")
		if when == "in the family" {
			for _, member := range []loyalty.Customer{ana, eva, leo} {
				if _, err := shop.Cases.Families.Leave(t.Context(), shop.Owner, family.ID, member.ID); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	mergeOf(t, shop, ana, eva)
	mustSee("merged", ana, "FREE@10 PENDING", "HALF@5 REDEEMED", "WELCOME@0 PENDING")
	mustSee("merged", leo, "HALF@5 REDEEMED")
	twin := shop.Customer("Ana bis")
	mergeOf(t, shop, twin, ana)
	mustSee("merged once more", twin, "FREE@10 PENDING", "HALF@5 REDEEMED", "WELCOME@0 PENDING")
}
