package service_test

import (
	"fmt"
	"strings"
	"testing"

	"axioma/internal/loyalty"
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
		if result := importText(t, shop, list, isDry); result.New != 1 || result.Merged != 1 || result.Skipped != 1 || result.OpeningStamps != 8 {
			t.Errorf("dry run %t: %+v; want Diego new, Ana completed and Berta skipped as archived", isDry, result.ImportCounts)
		}
	}
	customer, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, ana.ID)
	if err != nil || customer.Phone != "+34915551236" || customer.Notes != "Otro teléfono: +34612345742" {
		t.Errorf("Ana has the phone %q and the note %q, want the landline and the mobile in the note: %v", customer.Phone, customer.Notes, err)
	}
	if again := importText(t, shop, list, false); again.Known != 2 || again.Skipped != 1 {
		t.Errorf("the same file again: %+v, want no change", again.ImportCounts)
	}
	shop.MustHoldInvariants(t)
}

// The notice of the check says that second phones and e-mails go to the note.
func TestImport_SecondContactsOfCustomersWithANote_AreAddedToIt(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	note := func(text string) loyalty.CustomerChanges {
		return loyalty.CustomerChanges{Notes: loyalty.Change{Sent: true, Value: text}}
	}
	ana := servicetest.CustomerWithPhone(t, shop, "Ana Ruiz", "+34915551236") // the landline
	shop.Change(ana, note("Corte a tijera"))
	berta := servicetest.CustomerWithPhone(t, shop, "Berta Gil", "+34612345743")
	shop.Change(berta, note("Sin prisa\nOtro teléfono: +34915551237"))
	carla := servicetest.CustomerWithPhone(t, shop, "Carla Vega", "+34612345744")
	shop.Change(carla, loyalty.CustomerChanges{Email: loyalty.Change{Sent: true, Value: "c2@x.es"}})
	diego := servicetest.CustomerWithPhone(t, shop, "Diego Mas", "+34612345745")
	shop.Change(diego, note(strings.Repeat("x", loyalty.MaxNotesLength-5)))
	before := undoableState(t, shop)
	const list = "Nombre;Móvil;Teléfono fijo;Correo\nAna Ruiz;612345742;915551236;a1@x.es, a2@x.es\n" +
		"Berta Gil;612345743;915551237, 915551239;\nCarla Vega;612345744;;c1@x.es, c2@x.es\nDiego Mas;612345745;915551240;\n"
	for _, isDry := range []bool{true, false} {
		if result := importText(t, shop, list, isDry); result.Merged != 3 || result.Known != 1 {
			t.Errorf("dry run %t: %+v; want three customers completed, and Diego's full note unchanged", isDry, result.ImportCounts)
		}
	}
	for id, want := range map[string]string{
		ana.ID:   "Corte a tijera\nOtro teléfono: +34612345742\nOtro correo: a2@x.es",
		berta.ID: "Sin prisa\nOtro teléfono: +34915551237\nOtro teléfono: +34915551239",
		carla.ID: "Otro correo: c1@x.es",
	} {
		if customer, err := shop.Cases.Customers.Get(t.Context(), shop.Owner, id); err != nil || customer.Notes != want {
			t.Errorf("%s has the note %q, want %q: %v", customer.Name, customer.Notes, want, err)
		}
	}
	if again := importText(t, shop, list, false); again.Known != 4 {
		t.Errorf("the same file again: %+v, want no change", again.ImportCounts)
	}
	imports, err := shop.Cases.Imports.List(t.Context(), shop.Owner)
	if err != nil {
		t.Fatal(err)
	}
	for _, listedImport := range imports {
		undoImport(t, shop, listedImport.ID)
	}
	if after := undoableState(t, shop); after != before {
		t.Errorf("the undone import leaves\n%s\nwant\n%s", after, before)
	}
	shop.MustHoldInvariants(t)
}

// A customer's note has another phone, and the first row of the file adds a second one. The last row must still find
// the customer by the earlier phone.
func TestImport_ContactAddedByTheSameFile_HidesNoEarlierOne(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := servicetest.CustomerWithPhone(t, shop, "Ana Ruiz", "+34612345742")
	shop.Change(ana, loyalty.CustomerChanges{Notes: loyalty.Change{Sent: true, Value: "Otro teléfono: +34915551236"}})
	list := contactsHeader + "Ana Ruiz;612345742;915551237;;;4\n"
	for at := range 25 {
		list += fmt.Sprintf("Cliente %d;6123466%02d;;;;\n", at, at)
	}
	list += "Ana Ruiz;;915551236;;;6\n"
	for _, isDry := range []bool{true, false} {
		if result := importText(t, shop, list, isDry); result.New != 25 {
			t.Errorf("dry run %t: %+v; want 25 new customers", isDry, result.ImportCounts)
		}
	}
	shop.MustHoldInvariants(t)
}
