package service_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

type listing struct {
	*servicetest.Shop

	t *testing.T
}

// newListing has Ana (VIP, owed FREE, came today), Berta (owed WELCOME, never came), Carla (came) and Dora, whose family
// is owed HALF and FREE, Eva (came), Fina (new) and Gala (owed most, archived).
func newListing(t *testing.T) listing {
	t.Helper()
	shop := servicetest.New(t)
	birthday := func(customer loyalty.Customer, day string) {
		shop.Change(customer, loyalty.CustomerChanges{Birthday: loyalty.Change{Sent: true, Value: day}})
	}
	ana, berta := shop.Customer("Ana", loyalty.TagVIPA), shop.Register("Berta")
	carla, dora, eva := shop.Customer("Carla"), shop.Customer("Dora"), shop.Customer("Eva")
	shop.Family(loyalty.PolicyPool, carla, dora)
	shop.Visits(ana, 4)
	shop.Visits(carla, 10)
	shop.Visit(eva)
	shop.Clock.Advance(60 * 24 * time.Hour)
	shop.Visit(ana)
	fina, gala := shop.Customer("Fina"), shop.Register("Gala")
	shop.Visits(gala, 20)
	shop.Archive(gala)
	birthday(berta, "1990-05-25")
	birthday(carla, "1990-05-31")
	birthday(eva, "1990-06-01")
	birthday(fina, "1990-05-24")
	return listing{shop, t}
}

func (l listing) names(request service.CustomersRequest, limit int) string {
	l.t.Helper()
	var names []string
	var totals []int64
	for {
		request.Limit = limit
		page, err := l.Cases.Customers.List(l.t.Context(), l.Barber, request)
		if err != nil {
			l.t.Fatal(err)
		}
		totals = append(totals, page.Total)
		for _, customer := range page.Items {
			names = append(names, customer.Name)
		}
		if page.Next == "" {
			if slices.ContainsFunc(totals, func(total int64) bool { return int(total) != len(names) }) {
				l.t.Errorf("%+v in pages of %d has the totals %d, want the number of %q", request, limit, totals, names)
			}
			return strings.Join(names, " ")
		}
		request.Cursor = page.Next
	}
}

// Spec: calls-17
func TestListCustomers_FiltersAndOrders_PageCompletely(t *testing.T) {
	t.Parallel()
	shop := newListing(t)
	search := usecase.ListRequest{Search: "a"}
	for _, c := range []struct {
		request service.CustomersRequest
		want    string
	}{
		{service.CustomersRequest{}, "Ana Berta Carla Dora Eva Fina"},
		{service.CustomersRequest{Owed: true}, "Ana Berta Carla Dora"},
		{service.CustomersRequest{NotSeenFor: 60}, "Berta Carla Dora Eva"},
		{service.CustomersRequest{NotSeenFor: 61}, ""},
		{service.CustomersRequest{Birthday: true}, "Berta Carla"},
		{service.CustomersRequest{Order: "lastVisit"}, "Ana Carla Eva Berta Dora Fina"},
		{service.CustomersRequest{Order: "owed"}, "Carla Dora Ana Berta Eva Fina"},
		{service.CustomersRequest{Order: "owed", NotSeenFor: 60}, "Carla Dora Berta Eva"},
		{service.CustomersRequest{Order: "owed", ListRequest: usecase.ListRequest{Search: "an"}}, "Ana"},
		{service.CustomersRequest{Order: "owed", ListRequest: usecase.ListRequest{Search: "fina"}}, "Fina"},
		{service.CustomersRequest{Order: "lastVisit", Owed: true, ListRequest: search}, "Ana Carla Berta Dora"},
		{service.CustomersRequest{Order: "owed", Owed: true, NotSeenFor: 60, ListRequest: search}, "Carla Dora Berta"},
		{service.CustomersRequest{Order: "lastVisit", Birthday: true}, "Carla Berta"},
		{service.CustomersRequest{From: "C"}, "Carla Dora Eva Fina"},
		{service.CustomersRequest{From: "cb"}, "Dora Eva Fina"},
		{service.CustomersRequest{From: "É"}, "Eva Fina"},
		{service.CustomersRequest{From: "Z"}, ""},
		{service.CustomersRequest{From: "B", Owed: true}, "Berta Carla Dora"},
		{service.CustomersRequest{From: "B", Owed: true, Order: "owed"}, "Carla Dora Berta"},
		{service.CustomersRequest{From: "D", Order: "owed"}, "Dora Eva Fina"},
		{service.CustomersRequest{From: "D", Order: "lastVisit"}, "Eva Dora Fina"},
		{service.CustomersRequest{From: "C", ListRequest: search}, "Carla Dora Eva Fina"},
		{service.CustomersRequest{From: "C", NotSeenFor: 60, Birthday: true}, "Carla"},
	} {
		for _, limit := range []int{1, 2, 100} {
			if got := shop.names(c.request, limit); got != c.want {
				t.Errorf("%+v in pages of %d gives %q, want %q", c.request, limit, got, c.want)
			}
		}
	}
}

// Spec: calls-17
func TestListCustomers_Items_HaveProgress(t *testing.T) {
	t.Parallel()
	shop := newListing(t)
	page, err := shop.Cases.Customers.List(t.Context(), shop.Barber, service.CustomersRequest{ListRequest: usecase.ListRequest{Limit: 100}})
	if err != nil {
		t.Fatal(err)
	}
	for _, customer := range page.Items {
		progress := shop.Progress(customer.Customer)
		var owed []loyalty.RewardKind
		for _, reward := range progress.Owed {
			owed = append(owed, reward.Kind)
		}
		slices.Sort(owed)
		if customer.Stamps != progress.Card.Stamps || customer.Target != progress.Terms.Target || !slices.Equal(customer.Owed, owed) {
			t.Errorf("%s is listed with %d of %d stamps and %v, but has %d of %d and %v", customer.Name, customer.Stamps, customer.Target, customer.Owed,
				progress.Card.Stamps, progress.Terms.Target, owed)
		}
	}
}

func TestListCustomers_OwedValue_IsForAdminLevel(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Visits(shop.Customer("Ana"), 10) // half a service and a whole one
	list := func(actor usecase.Actor) int64 {
		t.Helper()
		page, err := shop.Cases.Customers.List(t.Context(), actor, service.CustomersRequest{ListRequest: usecase.ListRequest{Limit: 1}})
		if err != nil || len(page.Items) != 1 {
			t.Fatalf("the list is %+v, %v; want one customer", page, err)
		}
		return page.Items[0].OwedValue
	}
	if value := list(shop.Admin); value != 0 {
		t.Errorf("without a mean ticket %d cents are owed, want none", value)
	}
	ticket := int64(1501)
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, loyalty.SettingChanges{MeanTicket: &ticket}, false); err != nil {
		t.Fatal(err)
	}
	if value := list(shop.Admin); value != 2251 {
		t.Errorf("%d cents are owed, want 2251", value)
	}
	if value := list(shop.Barber); value != 0 {
		t.Errorf("a barber sees %d cents, want none", value)
	}
}

func TestListCustomers_CursorOfOtherOrder_IsRefused(t *testing.T) {
	t.Parallel()
	shop := newListing(t)
	first, err := shop.Cases.Customers.List(t.Context(), shop.Barber, service.CustomersRequest{Order: "owed", ListRequest: usecase.ListRequest{Limit: 1}})
	if err != nil || first.Next == "" {
		t.Fatalf("the first page ends with %q, %v; want a cursor", first.Next, err)
	}
	for _, cursor := range []string{first.Next, "x"} {
		next := service.CustomersRequest{Order: "lastVisit", ListRequest: usecase.ListRequest{Limit: 1, Cursor: cursor}}
		if _, err := shop.Cases.Customers.List(t.Context(), shop.Barber, next); !errors.Is(err, loyalty.ErrValidation) {
			t.Errorf("the cursor %q returns %v, want ErrValidation", cursor, err)
		}
	}
}

func TestListCustomers_ByOwed_ValueComesBeforeNumber(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	halves, free, welcomedCustomer, both := shop.Customer("Ana"), shop.Customer("Berta", loyalty.TagVIPA), shop.Register("Carla"), shop.Register("Dora")
	shop.Visits(halves, 5) // half a service
	shop.Visits(free, 4)   // a service
	shop.Visits(both, 5)   // half a service and a welcome discount
	got := listing{shop, t}
	want := "Berta Dora Ana Carla"
	for _, limit := range []int{1, 2, 100} {
		for _, owed := range []bool{true, false} {
			if names := got.names(service.CustomersRequest{Order: "owed", Owed: owed}, limit); names != want {
				t.Errorf("in pages of %d, with owed = %t, the list is %q, want %q", limit, owed, names, want)
			}
		}
	}
	if progress := shop.Progress(welcomedCustomer); len(progress.Owed) != 1 {
		t.Errorf("a welcomed customer is owed %d rewards, want 1", len(progress.Owed))
	}
}
