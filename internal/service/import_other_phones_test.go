package service_test

import (
	"testing"

	"axioma/internal/service/servicetest"
)

// The file has a mobile beside the landline under which the customer is known.
func TestImport_KnownSecondPhone_AddsNoCustomer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := servicetest.CustomerWithPhone(t, shop, "Ana Ruiz", "+34915551236")
	shop.Archive(servicetest.CustomerWithPhone(t, shop, "Berta Gil", "+34915551237"))
	servicetest.CustomerWithPhone(t, shop, "Carla Vega", "+34915551238")
	const list = "Nombre;Móvil;Teléfono fijo;Sellos\nAna Ruiz;612345742;915551236;4\nBerta Gil;612345743;915551237;4\nDiego Vega;612345744;915551238;4\n"
	for _, isDry := range []bool{true, false} {
		if done := importText(t, shop, list, isDry); done.New != 1 || done.Merged != 1 || done.Skipped != 1 || done.OpeningStamps != 8 {
			t.Errorf("dry run %t: %+v; want Diego new, Ana completed and Berta skipped as archived", isDry, done.ImportCounts)
		}
	}
	found, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, ana.ID)
	if err != nil || found.Phone != "+34915551236" || found.Notes != "Otro teléfono: +34612345742" {
		t.Errorf("Ana has the phone %q and the note %q, want the landline and the mobile in the note: %v", found.Phone, found.Notes, err)
	}
	if again := importText(t, shop, list, false); again.Known != 2 || again.Skipped != 1 {
		t.Errorf("the same file again: %+v, want no change", again.ImportCounts)
	}
	shop.MustHoldInvariants(t)
}
