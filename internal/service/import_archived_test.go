package service_test

import (
	"fmt"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

// The list is from before the customers were archived. Neither the check nor the import adds them.
func TestImport_OwnListFromBeforeArchiving_BringsNoCustomerBack(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	archived, erased, kept, merged := shop.Customer("Ana"), shop.Register("Berta"), shop.Customer("Carla"), shop.Customer("Carla")
	returned, former := shop.Customer("Diego"), shop.Customer("Elena")
	shop.Visits(archived, 3)
	shop.Visits(former, 2)
	list := ownList(t, shop) + "Junk;699000111;;\n"
	servicetest.Must(t, 0, shop.Cases.SelfService.RequestErasure(t.Context(), servicetest.PortalUser(shop, erased)))
	mergeOf(t, shop, kept, merged)
	for _, customer := range []loyalty.Customer{archived, kept, returned, former} {
		shop.Archive(customer)
	}
	back := servicetest.CustomerWithPhone(t, shop, "Diego", returned.Phone)
	servicetest.CustomerWithPhone(t, shop, "Otra Persona", former.Phone)
	for _, isDry := range []bool{true, false} {
		result, refused := importText(t, shop, list, isDry), 0
		for _, row := range result.Skips {
			if row.Reason == "Su ficha está archivada. Si ha vuelto, añádelo a mano." {
				refused++
			}
		}
		if result.New != 1 || refused != 4 || result.Skipped != 5 {
			t.Errorf("dry run %t: %d added, %d skipped, %d as archived; want 1, 5 and 4: %+v", isDry, result.New, result.Skipped, refused, result.Skips)
		}
	}
	for _, customer := range []loyalty.Customer{archived, erased, kept, merged} {
		if got := shop.Database.Rows(t, fmt.Sprintf("SELECT count(*) FROM customers WHERE phone = '%s' AND archived_at IS NULL", customer.Phone))[0]; got != "0" {
			t.Errorf("%s came back", customer.Name)
		}
	}
	if _, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, back.ID); err != nil {
		t.Error(err)
	}
	shop.MustHoldInvariants(t)
}
