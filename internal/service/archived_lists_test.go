package service_test

import (
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

// Such a request can be neither granted nor refused.
func TestRemovalRequest_ArchivedCustomer_IsListedNoMore(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, bea := shop.Customer("Ana"), shop.Customer("Bea")
	for _, customer := range []loyalty.Customer{ana, bea} {
		shop.Clock.Advance(time.Second)
		if _, err := shop.Cases.Visits.RequestRemoval(t.Context(), shop.Barber, shop.Visit(customer).Visit.ID); err != nil {
			t.Fatal(err)
		}
	}
	shop.Archive(ana)
	if got := namesOfVisits(removalRequests(t, shop)); !slices.Equal(got, []string{"Bea"}) {
		t.Errorf("the removal requests are of %q, want only Bea", got)
	}
	own, err := shop.Cases.Visits.ListOwn(t.Context(), shop.Barber)
	if err != nil || len(own) != 1 || own[0].CustomerName != "Bea" {
		t.Errorf("the barber sees %+v, %v; want only Bea's visit", own, err)
	}
}

func namesOfVisits(visits []service.NamedVisit) []string {
	names := []string{}
	for _, visit := range visits {
		names = append(names, visit.CustomerName)
	}
	return names
}

func TestAbsenceReport_ArchivedCustomer_IsNotNamed(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, bea := shop.Customer("Ana"), shop.Customer("Bea")
	for range 3 {
		shop.Clock.Advance(7 * aDay)
		shop.Visit(ana)
		shop.Visit(bea)
	}
	shop.Clock.Advance(40 * aDay)
	for _, customer := range []loyalty.Customer{ana, bea} {
		shop.Visit(customer)
		if err := greetFromRecord(t, shop, customer); err != nil {
			t.Fatal(err)
		}
	}
	shop.Archive(ana)
	list := usecase.ListRequest{Limit: 50}
	greetings, err := shop.Cases.Insights.ListGreetings(t.Context(), shop.Owner, list)
	if err != nil || greetings.Total != 1 || len(greetings.Items) != 1 || greetings.Items[0].Name != "Bea" {
		t.Errorf("the greetings are %+v, %v; want only Bea's", greetings, err)
	}
	recoveredCustomers, err := shop.Cases.Insights.ListRecovered(t.Context(), shop.Owner, list)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, customer := range recoveredCustomers.Items {
		names = append(names, customer.Name)
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"Bea", loyalty.ArchivedCustomerName}) {
		t.Errorf("the recovered customers are %q, want no name of an archived one", names)
	}
}
