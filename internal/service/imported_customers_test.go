package service_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

// listImported returns the customers of all pages.
func listImported(t *testing.T, shop *servicetest.Shop, id string, limit int) (customers []service.ImportedCustomer, withPhone int64) {
	t.Helper()
	for list := (usecase.ListRequest{Limit: limit}); ; {
		page, err := shop.Cases.ImportedCustomers.List(t.Context(), shop.Owner, id, list)
		if err != nil || len(page.Items) > limit {
			t.Fatalf("a page of %d has %d customers: %v", limit, len(page.Items), err)
		}
		customers = append(customers, page.Items...)
		if list.Cursor = page.Next; list.Cursor == "" {
			if page.Total != int64(len(customers)) {
				t.Errorf("the total is %d, but the pages have %d customers", page.Total, len(customers))
			}
			return customers, page.WithPhone
		}
	}
}

func importedNames(customers []service.ImportedCustomer) (names []string) {
	for _, customer := range customers {
		names = append(names, customer.Name)
	}
	return names
}

// Spec: checkin-20
func TestImportedCustomers_Pages_ListEachActiveCustomerOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Customer("Otra")
	knownCustomer := shop.Customer("Ana")
	completedImport := shop.Import("Nombre;Teléfono;Sellos\nLuis;600 111 222;2\n" + knownCustomer.Name + ";" + knownCustomer.Phone + ";3\n" +
		"Luis;600 111 222;2\nBerta;600 111 333;1\nCarla;600 111 444;1\nDoro;12;1\n")
	customers, withPhone := listImported(t, shop, completedImport.ID, 2)
	if got := importedNames(customers); !slices.Equal(got, []string{"Luis", "Ana", "Berta", "Carla"}) || withPhone != 4 {
		t.Fatalf("%q are listed, %d with a phone; want the file's order, and 4", got, withPhone)
	}
	shop.Archive(customers[2].Customer)
	shop.Database.Corrupt(t, fmt.Sprintf(`UPDATE customers SET phone = NULL WHERE id = '%s'`, customers[3].ID))
	customers, withPhone = listImported(t, shop, completedImport.ID, 1)
	if got := importedNames(customers); !slices.Equal(got, []string{"Luis", "Ana", "Carla"}) || withPhone != 2 {
		t.Errorf("after archiving Berta %q are listed, %d with a phone; want [Luis, Ana and Carla] and 2", got, withPhone)
	}
	_, err := shop.Cases.ImportedCustomers.List(t.Context(), shop.Owner, completedImport.ID, usecase.ListRequest{Limit: 2, Cursor: "x"})
	servicetest.MustRefuse(t, "a wrong cursor", err, loyalty.ErrValidation)
	neighbour := shop.Town.Shop(t)
	_, err = shop.Cases.ImportedCustomers.List(t.Context(), neighbour.Owner, completedImport.ID, usecase.ListRequest{Limit: 2})
	servicetest.MustRefuse(t, "another business's import", err, loyalty.ErrImportNotFound)
}

func TestImportedCustomers_UndoneImport_ListsNone(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	id := storedImport(t, shop, "Nombre;Teléfono\nLuis;600 111 222\nBerta;600 111 333\n")
	advanceImports(t, shop)
	if customers, _ := listImported(t, shop, id, 10); len(customers) != 0 {
		t.Errorf("before the import %q are listed, want none", importedNames(customers))
	}
	startImport(t, shop, id)
	advanceImports(t, shop)
	customers, _ := listImported(t, shop, id, 10)
	if len(customers) != 2 {
		t.Fatalf("%q are listed, want both", importedNames(customers))
	}
	shop.Visit(customers[0].Customer)
	if undone := undoImport(t, shop, id); undone.Kept != 1 || undone.Removed != 1 {
		t.Errorf("the undo keeps and removes %+v, want one of each", undone)
	}
	if customers, withPhone := listImported(t, shop, id, 10); len(customers) != 0 || withPhone != 0 {
		t.Errorf("after the undo %q are listed, want none", importedNames(customers))
	}
}

// importRegulars imports 150 customers with a last visit, so that two more visits make them regulars.
func importRegulars(t *testing.T, shop *servicetest.Shop) string {
	t.Helper()
	lastVisit := string(shop.Business.DayOf(shop.Clock.Now()).Plus(-7))
	var file strings.Builder
	file.WriteString("Nombre;Teléfono;Última visita\n")
	for n := range 150 {
		fmt.Fprintf(&file, "Cliente %d;600 222 %03d;%s\n", n, n, lastVisit)
	}
	return shop.Import(file.String()).ID
}

// Spec: checkin-20
func TestImportedCustomers_Greetings_AgreeWithRecordAndGreet(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	setHoldBack(t, shop, true)
	id := importRegulars(t, shop)
	pool, _ := listImported(t, shop, id, 200)
	listedOn := shop.Business.DayOf(shop.Clock.Now()).Plus(67)
	pick := func(isHeldBack bool) loyalty.Customer {
		at := slices.IndexFunc(pool, func(i service.ImportedCustomer) bool { return loyalty.IsHeldBack(i.ID, listedOn) == isHeldBack })
		customer := pool[at].Customer
		pool = slices.Delete(pool, at, at+1)
		return customer
	}
	want := map[string]service.GreetingOffer{}
	expect := func(customer loyalty.Customer, state loyalty.GreetingState, invites bool) loyalty.Customer {
		want[customer.ID] = service.GreetingOffer{State: state, Invites: invites}
		return customer
	}
	heldCustomer, absent, invitedCustomer := expect(pick(true), loyalty.GreetHeldBack, true), expect(pick(false), loyalty.GreetNow, true), expect(pick(false), loyalty.GreetRecent, true)
	minor, unverifiedCustomer := expect(pick(false), loyalty.GreetMinor, true), expect(pick(false), loyalty.GreetUnverified, true)
	unaskedCustomer := expect(pick(false), loyalty.GreetNoConsent, true)
	withoutPhone, refuses := expect(pick(false), loyalty.GreetNoPhone, false), expect(pick(false), loyalty.GreetNoConsent, false)
	greetedCustomer := expect(pick(false), loyalty.GreetNow, false)

	regulars := []loyalty.Customer{heldCustomer, absent, invitedCustomer, minor, unverifiedCustomer, unaskedCustomer}
	for _, days := range []int{0, 7} {
		shop.Clock.Set(shop.Clock.Now().AddDate(0, 0, days))
		for _, customer := range regulars {
			shop.Visit(customer)
		}
	}
	acceptsMarketing(t, shop, heldCustomer, absent, invitedCustomer, minor, unverifiedCustomer)
	giveConsent(t, shop, refuses, false, loyalty.ConsentWhatsApp)
	shop.Database.Corrupt(t,
		fmt.Sprintf(`UPDATE customers SET phone = NULL WHERE id = '%s'`, withoutPhone.ID),
		fmt.Sprintf(`UPDATE customers SET phone_unverified = TRUE WHERE id = '%s'`, unverifiedCustomer.ID),
		fmt.Sprintf(`UPDATE customers SET birthday = '%s' WHERE id = '%s'`, listedOn.Plus(-12*365), minor.ID))
	shop.Clock.Set(shop.Business.StartOf(listedOn).Add(aDay / 2))
	servicetest.Must(t, invitedCustomer, invite(t, shop, invitedCustomer))
	servicetest.Must(t, greetedCustomer, greetFromRecord(t, shop, greetedCustomer))

	customers, withPhone := listImported(t, shop, id, 40)
	if len(customers) != 150 || withPhone != 149 {
		t.Errorf("%d customers are listed, %d with a phone; want 150 and 149", len(customers), withPhone)
	}
	for _, customer := range customers {
		wantedOffer, isSpecial := want[customer.ID]
		if !isSpecial {
			wantedOffer = service.GreetingOffer{State: loyalty.GreetNow}
		}
		if customer.GreetingOffer != wantedOffer {
			t.Errorf("the list offers %+v for %s, want %+v", customer.GreetingOffer, customer.Name, wantedOffer)
		}
		if hasGreeting := !customer.GreetedAt.IsZero(); hasGreeting != (customer.ID == invitedCustomer.ID || customer.ID == greetedCustomer.ID) {
			t.Errorf("%s was greeted: %v; want a greeting for the invited customers only", customer.Name, hasGreeting)
		}
		if !isSpecial {
			continue
		}
		if offer := offerOf(t, shop, customer.Customer); offer != customer.GreetingOffer {
			t.Errorf("the record offers %+v for %s, but the list %+v", offer, customer.Name, customer.GreetingOffer)
		}
		if err, refusal := greetFromRecord(t, shop, customer.Customer), customer.State.Refusal(); fmt.Sprint(err) != fmt.Sprint(refusal) {
			t.Errorf("greeting %s: %v, but the list says %v; want the same refusal", customer.Name, err, refusal)
		}
	}
}

func TestCheck_ImportedCustomerMergedTwice_HoldsInvariants(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Import("Nombre;Teléfono;Sellos\nAna;612345678;3\n")
	ana, twin, third := importedCustomer(t, shop, "612345678"), shop.Customer("Ana bis"), shop.Customer("Ana ter")
	mergeOf(t, shop, twin, ana)
	mergeOf(t, shop, third, twin)
	shop.MustHoldInvariants(t)
}
