package service_test

import (
	"errors"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

// typedPhone is a phone as typed, and the match by role.
type typedPhone struct {
	text             string
	toBarber, toHigh string // empty: none; or "several"
}

// The specification compares suffixes. A BARBER, who sees phones masked, must not discover them by their endings.
// Spec: validation-29
func TestLookup_TypedPhone_MatchesWholeThenEnding(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop, other := town.Shop(t), town.Shop(t)
	for name, phone := range map[string]string{
		"Luso": "+351912345678", "Mex": "+525512345678", "Ana": "+34612345678", "Eva": "+351962345678", "Ada": "+33962345678",
		"Uno": "+34687654321", "Dos": "+34697654321",
	} {
		withPhone(t, shop, name, phone)
	}
	shop.Archive(withPhone(t, shop, "Archivada", "+351930000001"))
	withPhone(t, other, "Ajena", "+351930000002")
	for _, c := range []typedPhone{
		{"912 345 678", "Luso", "Luso"},
		{"+351 912 345 678", "Luso", "Luso"},
		{"351912345678", "Luso", "Luso"},
		{"0912345678", "Luso", "Luso"},
		{"+34 912 345 678", "", ""}, // with another prefix it is another phone
		{"55 1234 5678", "Mex", "Mex"},
		{"612345678", "Ana", "Ana"},
		{"12345678", "", "several"}, // the phones of Luso, Mex and Ana end with it
		{"512345678", "", "Mex"},
		{"962345678", "several", "several"}, // in two countries
		{"+33962345678", "Ada", "Ada"},
		{"7654321", "", "several"},
		{"687654321", "Uno", "Uno"},
		{"87654321", "", "Uno"},
		{"654321", "", ""}, // too short
		{"930000001", "", ""},
		{"930000002", "", ""},
	} {
		mustMean(t, shop, shop.Barber, c.text, c.toBarber)
		mustMean(t, shop, shop.Admin, c.text, c.toHigh)
	}
}

func withPhone(t *testing.T, shop *servicetest.Shop, name, phone string) loyalty.Customer {
	t.Helper()
	return shop.Change(shop.Customer(name), loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: phone}})
}

// mustMean expects lookup, visit and search to find the wanted customer.
func mustMean(t *testing.T, shop *servicetest.Shop, actor usecase.Actor, text, want string) {
	t.Helper()
	customer, err := shop.Cases.Customers.Lookup(t.Context(), actor, text, "")
	mustBe(t, actor, "looking up "+text, customer.Name, err, want)
	shop.Clock.Advance(48 * time.Hour)
	visit, err := shop.Cases.Visits.Register(t.Context(), actor, service.VisitRequest{Phone: text})
	var refusal *loyalty.Error
	if want != "" || !errors.As(err, &refusal) || refusal.Kind != loyalty.Invalid {
		mustBe(t, actor, "a visit of "+text, visit.CustomerName, err, want)
	}
	if want == "" && actor.Role.IsAdminLevel() {
		return
	}
	customers, err := shop.Cases.Customers.List(t.Context(), actor, service.CustomersRequest{ListRequest: usecase.ListRequest{Search: text, Limit: 10}})
	count := len(customers.Items)
	isRight := map[string]bool{"": count == 0, "several": count > 1}[want] || (count == 1 && customers.Items[0].Name == want)
	if err != nil || !isRight {
		t.Errorf("%s: the list for %s has %d (%v), want %q", actor.Role, text, count, err, want)
	}
}

func mustBe(t *testing.T, actor usecase.Actor, lookup, name string, err error, want string) {
	t.Helper()
	switch want {
	case "":
		if !errors.Is(err, loyalty.ErrCustomerNotFound) {
			t.Errorf("%s: %s finds %q (%v), want no customer", actor.Role, lookup, name, err)
		}
	case "several":
		if !errors.Is(err, loyalty.ErrSeveralCustomers) {
			t.Errorf("%s: %s finds %q (%v), want a choice", actor.Role, lookup, name, err)
		}
	default:
		if err != nil || name != want {
			t.Errorf("%s: %s finds %q (%v), want %s", actor.Role, lookup, name, err, want)
		}
	}
}
