package service_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

const aDay = 24 * time.Hour

func absences(t *testing.T, shop *servicetest.Shop) service.AbsenceReport {
	t.Helper()
	report, err := shop.Cases.Insights.Absences(t.Context(), shop.Owner)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func absentNames(t *testing.T, shop *servicetest.Shop, absence loyalty.Absence) []string {
	t.Helper()
	names := []string{}
	for request := (service.AbsentRequest{Absence: absence, ListRequest: usecase.ListRequest{Limit: 2}}); ; {
		page, err := shop.Cases.Insights.ListAbsent(t.Context(), shop.Owner, request)
		if err != nil {
			t.Fatal(err)
		}
		for _, customer := range page.Items {
			names = append(names, customer.Name)
		}
		if request.Cursor = page.Next; page.Next == "" {
			return names
		}
	}
}

func acceptsMarketing(t *testing.T, shop *servicetest.Shop, customers ...loyalty.Customer) {
	t.Helper()
	for _, customer := range customers {
		giveConsent(t, shop, customer, true, loyalty.ConsentWhatsApp, loyalty.ConsentPromotions)
	}
}

func setHoldBack(t *testing.T, shop *servicetest.Shop, enabled bool) {
	t.Helper()
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, loyalty.SettingChanges{HoldBack: &enabled}, false); err != nil {
		t.Fatal(err)
	}
}

func invite(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) error {
	t.Helper()
	_, err := shop.Cases.Customers.Greet(t.Context(), shop.Admin, customer.ID, loyalty.Greeting{Invites: true})
	return err
}

func TestAbsences_OwnRhythm_DecidesWhoIsAtRiskLostAndRecovered(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	weekly, fortnightly, monthly, rare := shop.Customer("Semanal"), shop.Customer("Quincenal"), shop.Customer("Mensual"), shop.Customer("Raro")
	acceptsMarketing(t, shop, weekly, fortnightly, monthly, rare)
	comesOn := []struct {
		customer loyalty.Customer
		days     []int
	}{{rare, []int{59, 60}}, {monthly, []int{0, 30, 60}}, {fortnightly, []int{30, 45, 60}}, {weekly, []int{46, 53, 60}}}
	start := shop.Clock.Now()
	for day := range 61 {
		for n, customer := range comesOn {
			if shop.Clock.Set(start.Add(time.Duration(day)*aDay + time.Duration(n)*time.Minute)); slices.Contains(customer.days, day) {
				shop.Visit(customer.customer)
			}
		}
	}
	for _, step := range []struct {
		after                  int
		atRiskNames, lostNames []string
	}{
		{23, []string{"Semanal", "Quincenal"}, []string{}},
		{32, []string{}, []string{"Semanal", "Quincenal"}},
		{46, []string{"Mensual"}, []string{"Semanal", "Quincenal"}},
	} {
		shop.Clock.Set(start.Add(time.Duration(60+step.after) * aDay))
		if got := absentNames(t, shop, loyalty.AbsenceAtRisk); !slices.Equal(got, step.atRiskNames) {
			t.Errorf("%d days later %q are at risk, want %q", step.after, got, step.atRiskNames)
		}
		if got := absentNames(t, shop, loyalty.AbsenceLost); !slices.Equal(got, step.lostNames) {
			t.Errorf("%d days later %q are lost, want %q", step.after, got, step.lostNames)
		}
	}
	shop.Visit(weekly)
	shop.Visit(monthly)
	report := absences(t, shop)
	if report.RecoveredCount != 1 || report.LostCounts.All() != 1 || report.AtRiskCounts.All() != 0 {
		t.Errorf("after two visits the report is %+v; want Recovered 1, Lost.All 1 and AtRisk.All 0", report)
	}
	page, err := shop.Cases.Insights.ListRecovered(t.Context(), shop.Owner, usecase.ListRequest{Limit: 50})
	if err != nil || page.Total != 1 || len(page.Items) != 1 || page.Items[0].Name != "Semanal" {
		t.Errorf("the recovered customers are %+v, %v; want only Semanal", page, err)
	}
}

func TestAbsences_CustomersWhoCannotBeInvited_AreCountedAndNotListed(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, refuses, minor := shop.Customer("Ana"), shop.Customer("Berta"), shop.Customer("Menor")
	acceptsMarketing(t, shop, ana, minor)
	for _, customer := range []loyalty.Customer{ana, refuses, minor} {
		visitAfterGaps(shop, customer, 0, 7, 7)
	}
	birthday := string(shop.Business.DayOf(shop.Clock.Now()).Plus(-12 * 365))
	shop.Database.Corrupt(t, fmt.Sprintf(`UPDATE customers SET birthday = '%s' WHERE id = '%s'`, birthday, minor.ID))
	shop.Clock.Advance(40 * aDay)
	counts := absences(t, shop).LostCounts
	if counts[loyalty.GreetNow] != 1 || counts[loyalty.GreetNoConsent]+counts[loyalty.GreetMinor] != 2 {
		t.Errorf("the numbers of invitations are %+v, want 1 now and 2 refused", counts)
	}
	if got := absentNames(t, shop, loyalty.AbsenceLost); !slices.Equal(got, []string{"Ana"}) {
		t.Errorf("after the invitation %q are listed, want only Ana", got)
	}
	if err := invite(t, shop, ana); err != nil {
		t.Fatal(err)
	}
	servicetest.MustRefuse(t, "a second invitation", invite(t, shop, ana), loyalty.ErrGreetedRecently)
	if counts = absences(t, shop).LostCounts; counts[loyalty.GreetNow] != 0 || counts[loyalty.GreetRecent] != 1 {
		t.Errorf("after an invitation the numbers are %+v, want none to greet now and one greeted recently", counts)
	}
	page, err := shop.Cases.Insights.ListGreetings(t.Context(), shop.Owner, usecase.ListRequest{Limit: 50})
	if err != nil || page.Total != 1 || page.Items[0].Name != "Ana" || page.Items[0].UserID != shop.Admin.UserID || !page.Items[0].At.Equal(shop.Clock.Now()) {
		t.Errorf("the stored greetings are %+v, %v; want one by the admin to Ana, now", page, err)
	}
	shop.Clock.Advance(loyalty.GreetingPause)
	if got := absentNames(t, shop, loyalty.AbsenceLost); !slices.Equal(got, []string{"Ana"}) {
		t.Errorf("30 days later %q are listed, want only Ana", got)
	}
}

// heldBackShop has four lost customers: two to invite, and two held back.
func heldBackShop(t *testing.T) (shop *servicetest.Shop, invitedCustomers, heldCustomers []loyalty.Customer) {
	t.Helper()
	shop = servicetest.New(t)
	setHoldBack(t, shop, true)
	today := shop.Business.DayOf(shop.Clock.Now()).Plus(54)
	for len(invitedCustomers) < 2 || len(heldCustomers) < 2 {
		customer := shop.Customer(fmt.Sprintf("Cliente %d", len(invitedCustomers)+len(heldCustomers)))
		isHeld := loyalty.IsHeldBack(customer.ID, today)
		switch {
		case isHeld && len(heldCustomers) < 2:
			heldCustomers = append(heldCustomers, customer)
		case !isHeld && len(invitedCustomers) < 2:
			invitedCustomers = append(invitedCustomers, customer)
		}
	}
	acceptsMarketing(t, shop, slices.Concat(invitedCustomers, heldCustomers)...)
	for _, customer := range slices.Concat(invitedCustomers, heldCustomers) {
		visitAfterGaps(shop, customer, 0, 1, 1)
	}
	shop.Clock.Set(shop.Business.StartOf(today).Add(12 * time.Hour))
	return shop, invitedCustomers, heldCustomers
}

func TestAbsences_HeldBackCustomers_AreComparedWithInvitedOnes(t *testing.T) {
	t.Parallel()
	shop, invitedCustomers, heldCustomers := heldBackShop(t)
	if counts := absences(t, shop).LostCounts; counts[loyalty.GreetHeldBack] != 2 || counts[loyalty.GreetNow] != 2 {
		t.Fatalf("the numbers are %+v, want 2 held back and 2 to invite", counts)
	}
	for _, customer := range week(t, shop).LostCustomers {
		if isHeld := customer.CustomerID == heldCustomers[0].ID || customer.CustomerID == heldCustomers[1].ID; (customer.State == loyalty.GreetHeldBack) != isHeld {
			t.Errorf("the week offers %s the greeting %s, want held back = %t", customer.Name, customer.State, isHeld)
		}
	}
	for _, customer := range invitedCustomers {
		if err := invite(t, shop, customer); err != nil {
			t.Fatal(err)
		}
	}
	shop.Clock.Advance(10 * aDay)
	shop.Visit(invitedCustomers[0])
	shop.Clock.Advance(4 * aDay)
	if report := absences(t, shop); report.InvitedShare.Total != 0 || report.HeldBackShare.Total != 0 {
		t.Errorf("before the end of the period the report is %+v; want Invited.Total 0 and HeldBack.Total 0", report)
	}
	shop.Visit(heldCustomers[0]) // on the last day that counts
	shop.Clock.Advance(aDay)
	shop.Visit(heldCustomers[1]) // too late
	if report := absences(t, shop); report.InvitedShare != (loyalty.Share{Part: 1, Total: 2}) || report.HeldBackShare != (loyalty.Share{Part: 1, Total: 2}) {
		t.Errorf("after the period the report is %+v, want one of two in each group", report)
	}
	setHoldBack(t, shop, false)
	shop.Clock.Advance(60 * aDay)
	if counts := absences(t, shop).LostCounts; counts[loyalty.GreetHeldBack] != 0 {
		t.Errorf("with holding back switched off the numbers are %+v, want none held back", counts)
	}
}

func TestGreet_HoldBackSwitchedOff_RecordsOnlyTheAbsence(t *testing.T) {
	t.Parallel()
	shop, invitedCustomers, _ := heldBackShop(t)
	setHoldBack(t, shop, false)
	present := shop.Customer("Presente")
	acceptsMarketing(t, shop, present)
	for _, customer := range []loyalty.Customer{invitedCustomers[0], present} {
		if err := invite(t, shop, customer); err != nil {
			t.Fatal(err)
		}
	}
	rows := shop.Database.Rows(t, `SELECT customer_id || ' ' || coalesce(absence, '-') FROM greetings ORDER BY absence IS NULL`)
	if want := []string{invitedCustomers[0].ID + " LOST", present.ID + " -"}; !slices.Equal(rows, want) {
		t.Errorf("the stored invitations are %q, want %q", rows, want)
	}
}

func TestGreet_ConcurrentInvitations_RecordEachCustomerOnce(t *testing.T) {
	t.Parallel()
	shop, invitedCustomers, _ := heldBackShop(t)
	_, faults := servicetest.RunConcurrently(func(n int) (loyalty.Customer, error) {
		return shop.Cases.Customers.Greet(t.Context(), shop.Admin, invitedCustomers[n%2].ID, loyalty.Greeting{Invites: true})
	})
	refusedCount := 0
	for _, fault := range faults {
		if errors.Is(fault, loyalty.ErrGreetedRecently) {
			refusedCount++
		} else if fault != nil {
			t.Error(fault)
		}
	}
	rows := shop.Database.Rows(t, `SELECT count(*) || ' ' || count(user_id) FROM greetings`)
	if refusedCount != len(faults)-2 || !slices.Equal(rows, []string{"4 2"}) {
		t.Errorf("%d of %d greetings were refused, want all but 2; the numbers of stored ones, all and with a user, are %q, want 4 2", refusedCount, len(faults), rows)
	}
}

func TestMerge_InvitedRecord_KeepsInvitationAndPause(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	keptRecord, mergedRecord := shop.Customer("Ana"), shop.Customer("Ana Ruiz")
	acceptsMarketing(t, shop, keptRecord, mergedRecord)
	visitAfterGaps(shop, mergedRecord, 0, 7, 7)
	shop.Clock.Advance(40 * aDay)
	if err := invite(t, shop, mergedRecord); err != nil {
		t.Fatal(err)
	}
	merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, keptRecord.ID, mergedRecord.ID)
	if err != nil {
		t.Fatal(err)
	}
	servicetest.MustRefuse(t, "an invitation after the merge", invite(t, shop, keptRecord), loyalty.ErrGreetedRecently)
	owners := func() []string { return shop.Database.Rows(t, `SELECT customer_id FROM greetings`) }
	if got := owners(); !slices.Equal(got, []string{keptRecord.ID}) {
		t.Errorf("after the merge the invitation belongs to %q, want the kept record", got)
	}
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge.MergeID); err != nil {
		t.Fatal(err)
	}
	if got := owners(); !slices.Equal(got, []string{mergedRecord.ID}) {
		t.Errorf("after the undo the invitation belongs to %q, want the merged record", got)
	}
}
