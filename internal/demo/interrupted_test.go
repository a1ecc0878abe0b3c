package demo_test

import (
	"slices"
	"testing"

	"axioma/internal/demo"
	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/store/storetest"
)

func TestCreate_AfterInterruptedStart_CompletesDemo(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	st := database.Open(t)
	cases, err := service.New(st, service.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = cases.Users.CreateSuperadmin(t.Context(), access.NewUser{Email: "superadmin@demo.test", Name: "Operación Axioma", Password: demo.Password})
	if err != nil {
		t.Fatal(err)
	}
	_, err = cases.Businesses.Create(t.Context(), service.NewBusiness{ID: demo.SecondBusinessID, Name: "Barbería Norte", Staff: []access.NewUser{
		{Email: "owner@norte.test", Name: "Begoña", Role: loyalty.Owner, Password: demo.Password},
		{Email: "barber@norte.test", Name: "Unai", Role: loyalty.Barber, Password: demo.Password},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second run changes nothing
		if err := demo.Create(t.Context(), st, "http://demo.test", firstDay()); err != nil {
			t.Fatal(err)
		}
	}
	counts := database.Rows(t, "SELECT business_id || ' ' || CASE WHEN count(*) > 5 THEN 'many' ELSE 'few' END FROM customers GROUP BY business_id ORDER BY business_id")
	if !slices.Equal(counts, []string{demo.BusyBusinessID + " many", demo.BusinessID + " many", demo.SecondBusinessID + " many"}) {
		t.Errorf("the businesses have %q, want many customers in each", counts)
	}
}
