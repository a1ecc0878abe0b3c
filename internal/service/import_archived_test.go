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
	archivedCustomer, erasedCustomer, keptRecord, mergedRecord := shop.Customer("Ana"), shop.Register("Berta"), shop.Customer("Carla"), shop.Customer("Carla")
	returnedCustomer, former := shop.Customer("Diego"), shop.Customer("Elena")
	shop.Visits(archivedCustomer, 3)
	shop.Visits(former, 2)
	list := ownList(t, shop) + "Junk;699000111;;\n"
	servicetest.Must(t, 0, shop.Cases.SelfService.RequestErasure(t.Context(), servicetest.PortalUser(shop, erasedCustomer)))
	mergeOf(t, shop, keptRecord, mergedRecord)
	for _, customer := range []loyalty.Customer{archivedCustomer, keptRecord, returnedCustomer, former} {
		shop.Archive(customer)
	}
	back := servicetest.CustomerWithPhone(t, shop, "Diego", returnedCustomer.Phone)
	servicetest.CustomerWithPhone(t, shop, "Otra Persona", former.Phone)
	for _, isDry := range []bool{true, false} {
		result, refusedCount := importText(t, shop, list, isDry), 0
		for _, row := range result.Skips {
			if row.Reason == "Hay una ficha archivada con este nombre y teléfono. Si ha vuelto, o si es otra persona, añádelo a mano." {
				refusedCount++
			}
		}
		if result.New != 1 || refusedCount != 4 || result.Skipped != 5 {
			t.Errorf("dry run %t: %d added, %d skipped, %d as archived; want 1, 5 and 4: %+v", isDry, result.New, result.Skipped, refusedCount, result.Skips)
		}
	}
	for _, customer := range []loyalty.Customer{archivedCustomer, erasedCustomer, keptRecord, mergedRecord} {
		if got := shop.Database.Rows(t, fmt.Sprintf("SELECT count(*) FROM customers WHERE phone = '%s' AND archived_at IS NULL", customer.Phone))[0]; got != "0" {
			t.Errorf("%s came back", customer.Name)
		}
	}
	if _, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, back.ID); err != nil {
		t.Error(err)
	}
	shop.MustHoldInvariants(t)
}

// The father is archived. The son has the same name, and they share a landline.
func TestImport_NamesakeOfAnArchivedCustomer_IsNotTakenForThem(t *testing.T) {
	t.Parallel()
	const reason = "Hay una ficha archivada con este nombre y teléfono. Si ha vuelto, o si es otra persona, añádelo a mano."
	for name, c := range map[string]struct {
		father, son, row string // 'mobile;landline;e-mail;birthday'; no son: not known yet
		wantNew, wantSon bool
	}{
		"son with the landline":                       {";915551238;;", "612345745;915551238;;", "612345745;915551238;;", false, true},
		"son known by the landline":                   {"612345744;;;", ";915551238;;", "612345745;915551238;;", false, true},
		"row without other data":                      {";915551238;;", "612345745;;;", ";915551238;;", false, false},
		"unknown son, no other data":                  {";915551238;;", "", ";915551238;;", false, false},
		"unknown son with birthday":                   {";915551238;;1960-01-02", "", ";915551238;;1990-05-01", true, false},
		"unknown son with mobile":                     {";915551238;;", "", "612345745;915551238;;", false, false},
		"unknown son with mobile and birthday":        {";915551238;;1960-01-02", "", "612345745;915551238;;1990-05-01", true, false},
		"row of the father, son has the landline":     {"612345744;;;", ";915551238;;", "612345744;915551238;;", false, false},
		"row of the father by birthday":               {"612345744;;;1960-01-02", ";915551238;;1990-05-01", "612345744;915551238;;1960-01-02", false, false},
		"row of the son by birthday, father's mobile": {"612345744;;;1960-01-02", ";915551238;;1990-05-01", "612345744;915551238;;1990-05-01", false, true},
		"row of the son by e-mail":                    {"612345744;;;", ";915551238;son@x.es;", "612345744;915551238;son@x.es;", false, true},
		"typed birthday of the father":                {";915551238;;1960-01-02", "", ";915551238;;1961-01-02", false, false},
	} {
		shop := servicetest.New(t)
		importText(t, shop, contactsHeader+"Juan Ruiz;"+c.father+";\n", false)
		shop.Archive(onlyCustomer(t, shop))
		son := loyalty.Customer{}
		if c.son != "" {
			importText(t, shop, contactsHeader+"Añadido a Mano;"+c.son+";\n", false)
			son = shop.Change(onlyCustomer(t, shop), loyalty.CustomerChanges{Name: loyalty.Change{Sent: true, Value: "Juan Ruiz"}})
		}
		result := importText(t, shop, contactsHeader+"Juan Ruiz;"+c.row+";6\n", false)
		isRefused := len(result.Skips) == 1 && result.Skips[0].Reason == reason
		if isNew := result.New == 1; isNew != c.wantNew || isRefused == (c.wantNew || c.wantSon) {
			t.Errorf("%s: the row counts %+v %+v, want new = %t and the son's = %t, else skipped", name, result.ImportCounts, result.Skips, c.wantNew, c.wantSon)
		}
		if c.wantSon && shop.Progress(son).Card.Stamps != 6 {
			t.Errorf("%s: the son has %d stamps, want 6: %+v", name, shop.Progress(son).Card.Stamps, result.ImportCounts)
		}
		shop.MustHoldInvariants(t)
	}
}

func onlyCustomer(t *testing.T, shop *servicetest.Shop) loyalty.Customer {
	t.Helper()
	ids := shop.Database.Rows(t, "SELECT id FROM customers WHERE archived_at IS NULL")
	if len(ids) != 1 {
		t.Fatalf("the active customers are %q, want one", ids)
	}
	customer, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, ids[0])
	if err != nil {
		t.Fatal(err)
	}
	return customer
}
