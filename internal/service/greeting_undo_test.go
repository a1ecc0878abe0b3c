package service_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func undoGreeting(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer, at time.Time) loyalty.Customer {
	t.Helper()
	changedCustomer, err := shop.Cases.Customers.UndoGreeting(t.Context(), shop.Owner, customer.ID, at)
	if err != nil {
		t.Fatal(err)
	}
	return changedCustomer
}

func countUndone(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) int {
	t.Helper()
	return len(shop.Database.Rows(t, fmt.Sprintf(`SELECT id FROM audit_events WHERE action = '%s' AND subject_id = '%s'`,
		loyalty.ActionGreetingUndone, customer.ID)))
}

func TestUndoGreeting_Invitation_MayBeSentAgain(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	acceptsMarketing(t, shop, ana)
	visitAfterGaps(shop, ana, 0, 7, 7)
	shop.Clock.Advance(40 * aDay)
	if err := invite(t, shop, ana); err != nil {
		t.Fatal(err)
	}
	recordedAt := shop.Clock.Now()
	if got := absentNames(t, shop, loyalty.AbsenceLost); !slices.Equal(got, []string{"Ana"}) {
		t.Errorf("right after the invitation %q are listed, want only Ana", got)
	}
	shop.Clock.Advance(time.Hour)
	if changedCustomer := undoGreeting(t, shop, ana, recordedAt); !changedCustomer.GreetedAt.IsZero() {
		t.Errorf("after the undo the customer is greeted at %s, want never", changedCustomer.GreetedAt)
	}
	if counts := absences(t, shop).LostCounts; counts[loyalty.GreetNow] != 1 || counts[loyalty.GreetRecent] != 0 {
		t.Errorf("after the undo the numbers are %+v, want one to greet and none recent", counts)
	}
	if greetings, err := shop.Cases.Insights.ListGreetings(t.Context(), shop.Owner, usecase.ListRequest{Limit: 50}); err != nil || greetings.Total != 0 {
		t.Errorf("the stored greetings are %+v, %v; want none", greetings, err)
	}
	undoGreeting(t, shop, ana, recordedAt) // once more, from another screen
	if undone := countUndone(t, shop, ana); undone != 1 {
		t.Errorf("the activity has %d entries of the undo, want 1", undone)
	}
	if err := invite(t, shop, ana); err != nil {
		t.Error("inviting again:", err)
	}
}

func TestUndoGreeting_After24Hours_IsRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		after time.Duration
		want  *loyalty.Error
	}{
		{"a millisecond before", 24*time.Hour - time.Millisecond, nil},
		{"at 24 hours", 24 * time.Hour, loyalty.ErrGreetingTooLate},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			ana := shop.Customer("Ana")
			acceptsMarketing(t, shop, ana)
			visitAfterGaps(shop, ana, 0, 7, 7)
			shop.Clock.Advance(40 * aDay)
			if err := invite(t, shop, ana); err != nil {
				t.Fatal(err)
			}
			recordedAt := shop.Clock.Now()
			shop.Clock.Advance(c.after)
			listedCount := len(absentNames(t, shop, loyalty.AbsenceLost))
			_, err := shop.Cases.Customers.UndoGreeting(t.Context(), shop.Owner, ana.ID, recordedAt)
			if c.want != nil {
				servicetest.MustRefuse(t, "the undo", err, c.want)
			} else if err != nil {
				t.Fatal(err)
			}
			invitedCount := absences(t, shop).LostCounts[loyalty.GreetRecent]
			if isUndone := c.want == nil; isUndone != (invitedCount == 0) || isUndone != (listedCount == 1) {
				t.Errorf("%d customers are invited and %d listed; want 0 and 1 = %t", invitedCount, listedCount, isUndone)
			}
		})
	}
}

func TestUndoGreeting_NewerGreeting_Stays(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	giveConsent(t, shop, ana, true, loyalty.ConsentWhatsApp)
	greet := func() time.Time {
		t.Helper()
		shop.Clock.Advance(time.Minute)
		if _, err := shop.Cases.Customers.Greet(t.Context(), shop.Admin, ana.ID, loyalty.Greeting{}); err != nil {
			t.Fatal(err)
		}
		return shop.Clock.Now()
	}
	first, second := greet(), greet()
	if changedCustomer := undoGreeting(t, shop, ana, first); !changedCustomer.GreetedAt.Equal(second) {
		t.Errorf("after an undo from a stale screen the greeting is from %s, want %s", changedCustomer.GreetedAt, second)
	}
	if changedCustomer := undoGreeting(t, shop, ana, second); !changedCustomer.GreetedAt.Equal(first) {
		t.Errorf("after the undo the greeting is from %s, want the one before, %s", changedCustomer.GreetedAt, first)
	}
}

func TestUndoGreeting_MeasuredTenth_StaysHeldBack(t *testing.T) {
	t.Parallel()
	shop, invitedCustomers, heldCustomers := heldBackShop(t)
	heldRows := func() []string {
		return shop.Database.Rows(t, `SELECT id || ' ' || greeted_at FROM greetings WHERE user_id IS NULL ORDER BY id`)
	}
	for _, customer := range invitedCustomers {
		if err := invite(t, shop, customer); err != nil {
			t.Fatal(err)
		}
	}
	before, recordedAt := heldRows(), shop.Clock.Now()
	if len(before) != len(heldCustomers) {
		t.Fatalf("%q are held back, want %d", before, len(heldCustomers))
	}
	shop.Clock.Advance(time.Minute)
	undoGreeting(t, shop, invitedCustomers[0], recordedAt)
	undoGreeting(t, shop, heldCustomers[0], recordedAt)
	if after := heldRows(); !slices.Equal(after, before) {
		t.Errorf("after the undo %q are held back, want %q", after, before)
	}
	if err := invite(t, shop, invitedCustomers[0]); err != nil {
		t.Fatal(err)
	}
	if after := heldRows(); !slices.Equal(after, before) {
		t.Errorf("after another invitation %q are held back, want %q", after, before)
	}
	shop.Clock.Advance(15 * aDay)
	if report := absences(t, shop); report.InvitedShare.Total != 2 || report.HeldBackShare.Total != 2 {
		t.Errorf("the report is %+v, want 2 invited and 2 held back", report)
	}
}

func TestUndoGreeting_OtherBusiness_FindsNoCustomer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	giveConsent(t, shop, ana, true, loyalty.ConsentWhatsApp)
	if _, err := shop.Cases.Customers.Greet(t.Context(), shop.Admin, ana.ID, loyalty.Greeting{}); err != nil {
		t.Fatal(err)
	}
	recordedAt := shop.Clock.Now()
	_, err := shop.Cases.Customers.UndoGreeting(t.Context(), shop.Town.Shop(t).Owner, ana.ID, recordedAt)
	servicetest.MustRefuse(t, "a customer of another business", err, loyalty.ErrCustomerNotFound)
	if rows := shop.Database.Rows(t, `SELECT id FROM customers WHERE greeted_at IS NOT NULL`); len(rows) != 1 {
		t.Errorf("%d customers are greeted, want 1", len(rows))
	}
}

func TestUndoGreeting_MergedRecords_RestoresTheLatestOfBoth(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                   string
		keptHours, mergedHours []int // hours of greetings
		want                   int   // 0: none
	}{
		{"the merged record has the last greeting, the kept one the one before", []int{1, 3}, []int{2, 4}, 3},
		{"the merged record has both greetings", []int{1}, []int{3, 4}, 3},
		{"the kept record has the last greeting, the merged one the one before", []int{1, 4}, []int{3}, 3},
		{"the kept record has both greetings", []int{3, 4}, []int{2}, 3},
		{"only the merged record was greeted", nil, []int{4}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			keptRecord, mergedRecord := shop.Customer("Ana"), shop.Customer("Ana Ruiz")
			start := shop.Clock.Now()
			at := func(hour int) time.Time { return start.Add(time.Duration(hour) * time.Hour) }
			for hour := 1; hour <= 4; hour++ {
				shop.Clock.Set(at(hour))
				for customer, hours := range map[string][]int{keptRecord.ID: c.keptHours, mergedRecord.ID: c.mergedHours} {
					if !slices.Contains(hours, hour) {
						continue
					}
					if _, err := shop.Cases.Customers.Greet(t.Context(), shop.Owner, customer, loyalty.Greeting{}); err != nil {
						t.Fatal(err)
					}
				}
			}
			mergeOf(t, shop, keptRecord, mergedRecord)
			want := time.Time{}
			if c.want > 0 {
				want = at(c.want)
			}
			if changedCustomer := undoGreeting(t, shop, keptRecord, at(4)); !changedCustomer.GreetedAt.Equal(want) {
				t.Errorf("the greeting before was at %s, want %s", changedCustomer.GreetedAt, want)
			}
		})
	}
}

// Earlier programs stored an invitation some milliseconds after its greeting, and an undo left it.
func TestUndoImport_InvitationOfAnEarlierProgram_DoesNotStopIt(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		statement string
		want      loyalty.ImportUndoResult
	}{
		"a later invitation is undone with its greeting": {
			`UPDATE greetings SET greeted_at = greeted_at + 1`, loyalty.ImportUndoResult{Removed: 1},
		},
		"an invitation that an undo has left": {
			`UPDATE customers SET greeted_at = NULL`,
			loyalty.ImportUndoResult{Kept: 1, Reasons: map[string]int64{"Se le ha escrito o tiene otro QR": 1}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			completedImport := shop.Import("Nombre;Teléfono\nAna López;612345678\n")
			ana := importedCustomer(t, shop, "612345678")
			if _, err := shop.Cases.Customers.Greet(t.Context(), shop.Owner, ana.ID, loyalty.Greeting{}); err != nil {
				t.Fatal(err)
			}
			if err := shop.Database.Try(t, test.statement); err != nil {
				t.Fatal(err)
			}
			undoGreeting(t, shop, ana, shop.Clock.Now())
			undone := undoImport(t, shop, completedImport.ID)
			if undone.Removed != test.want.Removed || undone.Kept != test.want.Kept || !maps.Equal(undone.Reasons, test.want.Reasons) {
				t.Errorf("the undo is %+v, want %+v", undone, test.want)
			}
			shop.MustHoldInvariants(t)
		})
	}
}
