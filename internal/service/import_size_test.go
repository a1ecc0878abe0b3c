package service_test

import (
	"fmt"
	"strings"
	"testing"

	"axioma/internal/importing"
	"axioma/internal/service/servicetest"
)

// The longest file that an owner may send runs at night (make test-race).
func TestImport_MostRows_AreImportedAndUndone(t *testing.T) {
	t.Parallel()
	most := 3_000
	if servicetest.Effort() > 1 {
		most = importing.MaxRows
	}
	shop := servicetest.New(t)
	text := strings.Builder{}
	text.WriteString("Nombre;Teléfono\n")
	for row := range most {
		fmt.Fprintf(&text, "Multitud %d;6%08d\n", row, 12_000_000+row*7)
	}
	if result := importText(t, shop, text.String(), false); result.New != int64(most) {
		t.Errorf("%d rows report %+v, want all rows as new", most, result.ImportCounts)
	}
	last := fmt.Sprintf("6%08d", 12_000_000+(most-1)*7)
	if customer, want := importedCustomer(t, shop, last), fmt.Sprintf("Multitud %d", most-1); customer.Name != want {
		t.Errorf("the last row is %q, want %q", customer.Name, want)
	}
	shop.MustHoldInvariants(t)
	imports, err := shop.Cases.Imports.List(t.Context(), shop.Owner)
	if err != nil || len(imports) != 1 {
		t.Fatalf("%d imports are listed, %v; want 1", len(imports), err)
	}
	if undone := undoImport(t, shop, imports[0].ID); undone.Removed != int64(most) || undone.Kept != 0 {
		t.Errorf("the undo is %+v; want Removed %v and Kept 0", undone, int64(most))
	}
	if counts := shop.Database.Rows(t, `SELECT count(*) FROM customers`); counts[0] != "0" {
		t.Errorf("%s customers are left, want 0", counts[0])
	}
	shop.MustHoldInvariants(t)
}
