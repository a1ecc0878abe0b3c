package service_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
)

func children(t *testing.T, shop *servicetest.Shop, guardian loyalty.Customer) []string {
	t.Helper()
	customers, err := shop.Cases.Children.Of(t.Context(), shop.Barber, guardian.ID)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, child := range customers {
		names = append(names, child.Name)
	}
	return names
}

func TestChildren_Add_GivesOwnCardByGuardianConsent(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	leo := servicetest.ChildOf(t, shop, ana, "Leo")
	if leo.Phone != "" || leo.GuardianID != ana.ID || leo.Guardian != "Ana" {
		t.Errorf("the child is %+v; want no Phone, GuardianID %v and Guardian Ana", leo, ana.ID)
	}
	if got := servicetest.ConsentRows(t, shop); !slices.Equal(got, []string{"PRIVACY yes STAFF Ana"}) {
		t.Errorf("the consents are %q, want only PRIVACY yes STAFF Ana", got)
	}
	shop.Visits(leo, 10)
	if progress := shop.Progress(ana); progress.Card.Stamps != 0 || len(progress.Owed) != 0 {
		t.Errorf("the guardian's card is %+v, want neither stamps nor rewards", progress)
	}
	customers, err := shop.Cases.Children.Of(t.Context(), shop.Barber, ana.ID)
	if err != nil || len(customers) != 1 || customers[0].Stamps != 10 || len(customers[0].Owed) != 2 {
		t.Errorf("the guardian's children are %+v, %v; want one, Stamps 10 and len(Owed) 2", customers, err)
	}
	shop.MustHoldInvariants(t)
}

func TestChildren_UnsuitableGuardian_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, minor, phoneless := shop.Customer("Ana"), shop.Customer("Mía"), shop.Customer("Eva")
	shop.Change(minor, loyalty.CustomerChanges{Birthday: servicetest.ChildBirthday, Guardian: eva})
	shop.Change(phoneless, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true}})
	leo := servicetest.ChildOf(t, shop, ana, "Leo")
	foreign := servicetest.New(t).Customer("Ana")
	for who, want := range map[string]error{
		minor.ID: loyalty.ErrGuardianMinor, leo.ID: loyalty.ErrGuardianMinor, phoneless.ID: loyalty.ErrGuardianWithoutPhone,
		foreign.ID: loyalty.ErrCustomerNotFound,
	} {
		if _, err := servicetest.AddChild(t, shop, who, servicetest.ChildDraft("Sol"), ""); !errors.Is(err, want) {
			t.Errorf("adding a child of %s: %v, want %v", who, err, want)
		}
	}
	for id, want := range map[string]bool{ana.ID: true, leo.ID: true, minor.ID: false} {
		own, err := shop.Cases.SelfService.Card(t.Context(), access.PortalUser{BusinessID: shop.Business.ID, CustomerID: id})
		if err != nil || own.CanAddChildren != want {
			t.Errorf("the portal of %s offers children: %t, %v, want %t", id, own.CanAddChildren, err, want)
		}
	}
	none := loyalty.Change{Sent: true}
	if _, err := shop.Cases.Customers.Change(t.Context(), shop.Admin, ana.ID, loyalty.CustomerChanges{Phone: none}); !errors.Is(err, loyalty.ErrGuardianWithoutPhone) {
		t.Errorf("removing the guardian's phone returns %v, want ErrGuardianWithoutPhone", err)
	}
	if got := children(t, shop, ana); !slices.Equal(got, []string{"Leo"}) {
		t.Errorf("the children are %q, want only Leo", got)
	}
}

func TestChildren_Add_IsIdempotentAndLimited(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	first, err := servicetest.AddChild(t, shop, ana.ID, servicetest.ChildDraft("Leo"), "key")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := servicetest.AddChild(t, shop, ana.ID, servicetest.ChildDraft("Leo"), "key"); err != nil || again.ID != first.ID {
		t.Errorf("the same request with the key gives %s, %v, want %s", again.ID, err, first.ID)
	}
	if _, err := servicetest.AddChild(t, shop, ana.ID, servicetest.ChildDraft("Sol"), "key"); !errors.Is(err, loyalty.ErrIdempotencyMismatch) {
		t.Errorf("another child with the same key returns %v, want ErrIdempotencyMismatch", err)
	}
	var wg sync.WaitGroup
	failures := make(chan error, 2)
	for range cap(failures) {
		wg.Go(func() {
			_, err := servicetest.AddChild(t, shop, ana.ID, servicetest.ChildDraft("SÓL"), "")
			failures <- err
		})
	}
	wg.Wait()
	if one, other := <-failures, <-failures; (one == nil) == (other == nil) || !errors.Is(errors.Join(one, other), loyalty.ErrChildExists) {
		t.Errorf("two counters at once get %v and %v, want one success and one ErrChildExists", one, other)
	}
	for i := len(children(t, shop, ana)); i < loyalty.MaxChildren; i++ {
		servicetest.ChildOf(t, shop, ana, fmt.Sprint("Hijo ", i))
	}
	if _, err := servicetest.AddChild(t, shop, ana.ID, servicetest.ChildDraft("Uno más"), ""); !errors.Is(err, loyalty.ErrTooManyChildren) {
		t.Errorf("one child too many returns %v, want ErrTooManyChildren", err)
	}
}

func TestChildren_InvalidDraft_NamesTheField(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	for field, draft := range map[string]loyalty.ChildDraft{
		"name that is missing":            {Birthday: servicetest.ChildBirthday.Value, Consents: true},
		"birthday that is missing":        {Name: "Leo", Consents: true},
		"birthday of an adult":            {Name: "Leo", Birthday: "1990-05-17", Consents: true},
		"birthday in the future":          {Name: "Leo", Birthday: "2990-05-17", Consents: true},
		"guardianConsent that is missing": {Name: "Leo", Birthday: servicetest.ChildBirthday.Value},
	} {
		var refusal *loyalty.Error
		_, err := servicetest.AddChild(t, shop, ana.ID, draft, "")
		if !errors.As(err, &refusal) || len(refusal.Fields) != 1 || refusal.Fields[0].Field != field[:min(len(field), len(refusal.Fields[0].Field))] {
			t.Errorf("a %s returns %v, want an error at that field", field, err)
		}
	}
}

func TestCustomerChange_ChildGetsPhone_LosesGuardian(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	leo := servicetest.ChildOf(t, shop, ana, "Leo")
	phone := loyalty.Change{Sent: true, Value: ana.Phone}
	if _, err := shop.Cases.Customers.Change(t.Context(), shop.Admin, leo.ID, loyalty.CustomerChanges{Phone: phone}); !errors.Is(err, loyalty.ErrPhoneTaken) {
		t.Errorf("a change to the guardian's phone returns %v, want ErrPhoneTaken", err)
	}
	phone.Value = shop.Phone()
	if leo = shop.Change(leo, loyalty.CustomerChanges{Phone: phone}); leo.GuardianID != "" || guardian(t, shop, leo) != "Ana" {
		t.Errorf("with an own phone the child's record is %+v; want no guardian, and Ana on record", leo)
	}
	shop.Archive(ana)
	if _, err := shop.Cases.Customers.Get(t.Context(), shop.Barber, leo.ID); err != nil {
		t.Errorf("after the guardian's removal the child is not found: %v", err)
	}
	shop.MustHoldInvariants(t)
}

func TestArchive_Guardian_ArchivesChildren(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, eva := shop.Customer("Ana"), shop.Customer("Eva")
	leo, sol := servicetest.ChildOf(t, shop, ana, "Leo"), servicetest.ChildOf(t, shop, eva, "Sol")
	shop.Archive(ana)
	if err := shop.Cases.SelfService.RequestErasure(t.Context(), servicetest.PortalUser(shop, eva)); err != nil {
		t.Fatal(err)
	}
	for _, child := range []loyalty.Customer{leo, sol} {
		if _, err := shop.Cases.Customers.Get(t.Context(), shop.Barber, child.ID); !errors.Is(err, loyalty.ErrCustomerNotFound) {
			t.Errorf("getting the removed %s returns %v, want ErrCustomerNotFound", child.Name, err)
		}
	}
	if due := shop.Database.Rows(t, "SELECT customer_id FROM erasures ORDER BY customer_id"); !slices.Equal(due, slices.Sorted(slices.Values([]string{eva.ID, sol.ID}))) {
		t.Errorf("the records to be erased are %q, want Eva and Sol", due)
	}
	shop.MustHoldInvariants(t)
}

func TestErasure_Child_RemovesGuardianLink(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	leo := servicetest.ChildOf(t, shop, shop.Customer("Ana"), "Leo")
	shop.Archive(leo)
	shop.Clock.Set(shop.Clock.Now().AddDate(3, 0, 1))
	if err := shop.Cases.Maintenance.ApplyRetention(t.Context()); err != nil {
		t.Fatal(err)
	}
	if remaining := shop.Database.Rows(t, "SELECT name FROM customers WHERE guardian_id IS NOT NULL"); len(remaining) > 0 {
		t.Errorf("%q still have a guardian, want none", remaining)
	}
	shop.MustHoldInvariants(t)
}

func TestRetention_VisitOfChild_CountsAsActivityOfGuardian(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	leo := servicetest.ChildOf(t, shop, ana, "Leo")
	apply := func(years int) {
		t.Helper()
		shop.Clock.Set(shop.Clock.Now().AddDate(years, 0, 1))
		if err := shop.Cases.Maintenance.ApplyRetention(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	shop.Clock.Set(shop.Clock.Now().AddDate(5, 0, 0))
	shop.Visit(leo)
	apply(2)
	if _, err := shop.Cases.Customers.Get(t.Context(), shop.Barber, ana.ID); err != nil {
		t.Errorf("after seven years with visits of the child the guardian is not found: %v", err)
	}
	apply(5)
	apply(0)
	for _, customer := range []loyalty.Customer{ana, leo} {
		if _, err := shop.Cases.Customers.Get(t.Context(), shop.Barber, customer.ID); !errors.Is(err, loyalty.ErrCustomerNotFound) {
			t.Errorf("%s, after six years without visits of either, returns %v; want ErrCustomerNotFound", customer.Name, err)
		}
	}
	shop.MustHoldInvariants(t)
}

func TestMerge_Guardians_UnitesTheirChildren(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, again := shop.Customer("Ana"), shop.Customer("Anita")
	leo := servicetest.ChildOf(t, shop, ana, "Leo")
	servicetest.ChildOf(t, shop, again, "Sol")
	if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, leo.ID); !errors.Is(err, loyalty.ErrMergeGuardian) {
		t.Errorf("merging a child with the guardian returns %v, want ErrMergeGuardian", err)
	}
	merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, again.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got := children(t, shop, ana); !slices.Equal(got, []string{"Leo", "Sol"}) {
		t.Errorf("the children are %q, want Leo and Sol", got)
	}
	shop.MustHoldInvariants(t)
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge.MergeID); err != nil {
		t.Fatal(err)
	}
	if one, other := children(t, shop, ana), children(t, shop, again); !slices.Equal(one, []string{"Leo"}) || !slices.Equal(other, []string{"Sol"}) {
		t.Errorf("after the undo the children are %q and %q; want only Leo and only Sol", one, other)
	}
	shop.MustHoldInvariants(t)
}

func TestMerge_ChildWithPhoneRecord_LosesGuardianUntilUndone(t *testing.T) {
	t.Parallel()
	for _, guardianGoes := range []bool{false, true} {
		shop := servicetest.New(t)
		ana, leon := shop.Customer("Ana"), shop.Customer("León")
		leo, twin := servicetest.ChildOf(t, shop, ana, "Leo"), servicetest.ChildOf(t, shop, ana, "Leito")
		ids := []string{}
		for _, pair := range [][2]loyalty.Customer{{leo, leon}, {leo, twin}} {
			merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, pair[0].ID, pair[1].ID)
			if err != nil {
				t.Fatal(err)
			}
			if merge.Customer.GuardianID != "" || merge.Customer.Phone != leon.Phone {
				t.Errorf("merged with %s the record is %+v; want no GuardianID and Phone %v", pair[1].Name, merge.Customer, leon.Phone)
			}
			ids = append(ids, merge.MergeID)
		}
		want := ana.ID
		if guardianGoes {
			shop.Archive(ana)
			want = ""
		}
		slices.Reverse(ids)
		for _, id := range ids {
			if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, id); err != nil {
				t.Fatal(err)
			}
		}
		for _, child := range []loyalty.Customer{leo, twin} {
			if now, err := shop.Cases.Customers.Get(t.Context(), shop.Barber, child.ID); err != nil || now.GuardianID != want {
				t.Errorf("after the undo %s is a child of %q, %v; want %q", child.Name, now.GuardianID, err, want)
			}
		}
		shop.MustHoldInvariants(t)
	}
}

func TestSendQR_Child_GoesToConsentingGuardian(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, phoneless := shop.RegisterVerified("Ana"), shop.Customer("Eva")
	shop.SendMessages()
	leo, sol := servicetest.ChildOf(t, shop, ana, "Leo"), servicetest.ChildOf(t, shop, phoneless, "Sol")
	if reason, err := shop.Cases.Messages.SendQR(t.Context(), shop.Admin, sol.ID, ""); err != nil || reason == "" {
		t.Errorf("sending to a child without consents gives %q, %v; want a reason", reason, err)
	}
	if reason, err := shop.Cases.Messages.SendQR(t.Context(), shop.Admin, leo.ID, ""); err != nil || reason != "" {
		t.Fatalf("sending to a child with the consent gives %q, %v; want none", reason, err)
	}
	messages := shop.SendMessages()
	if len(messages) != 1 || messages[0].Phone != ana.Phone || messages[0].CustomerID != leo.ID {
		t.Errorf("the messages sent are %+v; want one, Phone %v and CustomerID %v", messages, ana.Phone, leo.ID)
	}
	if err := shop.Cases.SelfService.SetConsent(t.Context(), servicetest.PortalUser(shop, leo), loyalty.ConsentWhatsApp, true); !errors.Is(err, loyalty.ErrValidation) {
		t.Errorf("a consent by the child returns %v, want ErrValidation", err)
	}
}

// Spec: checkin-25
func TestLookup_PhoneWithChildren_IsAmbiguous(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	leo := servicetest.ChildOf(t, shop, ana, "Leo")
	mustMean(t, shop, shop.Barber, ana.Phone, "several")
	mustMean(t, shop, shop.Admin, ana.Phone, "several")
	if visits := shop.Progress(ana).Card.Stamps + shop.Progress(leo).Card.Stamps; visits != 0 {
		t.Errorf("an unclear scan must not count, but gave %d visits", visits)
	}
	shop.Archive(leo)
	mustMean(t, shop, shop.Barber, ana.Phone, "Ana")
}

func TestHandedVisit_PhoneOfGuardian_CountsForGuardian(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	device, ana := shop.EnrolDevice("Tablet"), shop.Customer("Ana")
	servicetest.ChildOf(t, shop, ana, "Leo")
	phoneVisit := shop.ScannedVisit(ana)
	phoneVisit.CustomerID, phoneVisit.Phone = "", ana.Phone
	shop.RevokeDevice(device)
	shop.HandOver(device, phoneVisit)
	handover, err := shop.Cases.Handovers.Register(t.Context(), shop.Owner, device.ID, shop.HandoverVisits(device.ID)[0].ID)
	if err != nil || handover.CustomerID != ana.ID || handover.Outcome != loyalty.HandoverRegistered {
		t.Errorf("the handed over visit is %+v, %v; want CustomerID %v and Outcome %v", handover, err, ana.ID, loyalty.HandoverRegistered)
	}
}
