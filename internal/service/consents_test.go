package service_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

// ledger returns consents as lines, newest first. A star marks an entry in force.
func ledger(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) []string {
	t.Helper()
	consents, err := shop.Cases.Consents.Of(t.Context(), shop.Admin, customer.ID)
	if err != nil {
		t.Fatal(err)
	}
	slices.SortStableFunc(consents, func(a, b loyalty.Consent) int {
		if a.At.Equal(b.At) {
			return strings.Compare(string(a.Kind), string(b.Kind))
		}
		return b.At.Compare(a.At)
	})
	lines := make([]string, len(consents))
	for i, c := range consents {
		star := ""
		if c.ReplacedAt.IsZero() {
			star = "*"
		}
		lines[i] = fmt.Sprintf("%s %t %s%s", c.Kind, c.Granted, c.Form, star)
	}
	return lines
}

func mustHaveLedger(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer, want ...string) {
	t.Helper()
	if got := ledger(t, shop, customer); !slices.Equal(got, want) {
		t.Errorf("the history of %s is\n  %s\nwant\n  %s", customer.Name, strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func TestUnsubscribeFor_Customer_WithdrawsAllMarketing(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	shop.Clock.Advance(time.Hour)
	if err := shop.Cases.Consents.UnsubscribeFor(t.Context(), shop.Admin, ana.ID); err != nil {
		t.Fatal(err)
	}
	mustHaveLedger(t, shop, ana,
		"EMAIL false STAFF*", "PROMOTIONS false STAFF*", "SMS false STAFF*", "WHATSAPP false STAFF*",
		"EMAIL true PUBLIC_REGISTER", "PRIVACY true PUBLIC_REGISTER*", "PROMOTIONS true PUBLIC_REGISTER", "SMS false PUBLIC_REGISTER",
		"WHATSAPP true PUBLIC_REGISTER")
	trail := shop.Database.Rows(t, "SELECT actor_id, subject_id, detail FROM audit_events WHERE action = 'customer.unsubscribed'")
	if want := []string{shop.Admin.UserID + " " + ana.ID + " STAFF"}; !slices.Equal(trail, want) {
		t.Errorf("the audit trail has %q, want %q", trail, want)
	}
}

func TestConsents_OtherBusinessOrArchived_AreNotFound(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.Shop(t)
	ana := shop.Register("Ana")
	mustRefuse := func(name string, err error) {
		t.Helper()
		if !errors.Is(err, loyalty.ErrCustomerNotFound) {
			t.Errorf("%s returns %v, want ErrCustomerNotFound", name, err)
		}
	}
	_, err := other.Cases.Consents.Of(t.Context(), other.Owner, ana.ID)
	mustRefuse("another business reads them", err)
	mustRefuse("another business withdraws them", other.Cases.Consents.UnsubscribeFor(t.Context(), other.Owner, ana.ID))
	shop.Archive(ana)
	_, err = shop.Cases.Consents.Of(t.Context(), shop.Owner, ana.ID)
	mustRefuse("they are read of an archived customer", err)
	mustRefuse("they are withdrawn of an archived customer", shop.Cases.Consents.UnsubscribeFor(t.Context(), shop.Owner, ana.ID))
}

func TestConsents_ClockSetBack_NewestInstantDecides(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	set := func(after time.Duration, granted bool) {
		t.Helper()
		shop.Clock.Advance(after)
		if err := shop.Cases.SelfService.SetConsent(t.Context(), servicetest.PortalUser(shop, ana), loyalty.ConsentSMS, granted); err != nil {
			t.Fatal(err)
		}
	}
	set(time.Hour, true)
	set(-2*time.Hour, false)
	var sms []string
	for _, line := range ledger(t, shop, ana) {
		if strings.HasPrefix(line, "SMS") {
			sms = append(sms, line)
		}
	}
	if want := []string{"SMS true PORTAL*", "SMS false PUBLIC_REGISTER", "SMS false PORTAL"}; !slices.Equal(sms, want) {
		t.Errorf("the history of SMS is %q, want %q", sms, want)
	}
}

func TestMerge_ConsentRefusedByEither_IsWithdrawn(t *testing.T) {
	t.Parallel()
	const never, yes, no = "never asked", "yes", "no"
	for _, row := range []struct {
		keptChoice, mergedChoice string
		granted                  bool // in force
		by                       loyalty.ConsentForm
	}{
		{yes, yes, true, loyalty.FormRegistration},
		{yes, no, false, loyalty.FormMerge},
		{no, yes, false, loyalty.FormMerge},
		{no, no, false, loyalty.FormRegistration},
		{yes, never, true, loyalty.FormRegistration},
		{never, yes, true, loyalty.FormRegistration},
		{no, never, false, loyalty.FormRegistration},
		{never, no, false, loyalty.FormRegistration},
	} {
		t.Run(row.keptChoice+" and "+row.mergedChoice, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			record := func(name, choice string) loyalty.Customer {
				if choice == never {
					return shop.Customer(name)
				}
				form := shop.Form(name)
				form.WhatsAppOptIn = choice == yes
				registration, err := shop.Cases.Registrations.Register(t.Context(), shop.Business.ID, form, "")
				if err != nil {
					t.Fatal(err)
				}
				return registration.Customer
			}
			mergedRecord := record("Anita", row.mergedChoice)
			shop.Clock.Advance(time.Hour)
			keptRecord := record("Ana", row.keptChoice)
			before, other := ledger(t, shop, keptRecord), ledger(t, shop, mergedRecord)
			shop.Clock.Advance(time.Hour)
			merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Admin, keptRecord.ID, mergedRecord.ID)
			if err != nil {
				t.Fatal(err)
			}
			want := fmt.Sprintf("WHATSAPP %t %s*", row.granted, row.by)
			current := slices.DeleteFunc(ledger(t, shop, keptRecord), func(line string) bool {
				return !strings.HasPrefix(line, "WHATSAPP") || !strings.HasSuffix(line, "*")
			})
			if !slices.Equal(current, []string{want}) {
				t.Errorf("the current consent is %q, want %q", current, want)
			}
			if err := shop.Cases.Merges.Undo(t.Context(), shop.Admin, merge.MergeID); err != nil {
				t.Fatal(err)
			}
			mustHaveLedger(t, shop, keptRecord, before...)
			mustHaveLedger(t, shop, mergedRecord, other...)
		})
	}
}

// Entries of one form must share an instant, although the clock never repeats one.
func TestConsents_OneForm_ShareOneInstant(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	cases, err := service.New(shop.Store, service.Options{Clock: func() time.Time {
		shop.Clock.Advance(time.Millisecond)
		return shop.Clock.Now()
	}})
	if err != nil {
		t.Fatal(err)
	}
	registration, err := cases.Registrations.Register(t.Context(), shop.Business.ID, shop.Form("Ana"), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := cases.Consents.UnsubscribeFor(t.Context(), shop.Admin, registration.Customer.ID); err != nil {
		t.Fatal(err)
	}
	instants := shop.Database.Rows(t, "SELECT count(DISTINCT given_at) FROM consents")
	if instants[0] != "2" {
		t.Errorf("a form and a withdrawal are at %s different times, want 2", instants[0])
	}
}
