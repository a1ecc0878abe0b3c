package service_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

// importCopy imports the customers of a copy and returns the import.
func importCopy(t *testing.T, shop *servicetest.Shop, exportZIP []byte) loyalty.Import {
	t.Helper()
	createdImport, err := shop.Cases.Imports.CreateFromCopy(t.Context(), shop.Owner, service.ImportRequest{FileName: "copia.zip"}, bytes.NewReader(exportZIP), int64(len(exportZIP)))
	for _, step := range []func() error{
		func() error { return shop.Cases.Imports.Advance(t.Context()) },
		func() error {
			_, err := shop.Cases.Imports.Start(t.Context(), shop.Owner, createdImport.ID, 0)
			return err
		},
		func() error { return shop.Cases.Imports.Advance(t.Context()) },
	} {
		if err == nil {
			err = step()
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	completedImport, err := shop.Cases.Imports.Get(t.Context(), shop.Owner, createdImport.ID)
	if err != nil || completedImport.State != loyalty.ImportDone {
		t.Fatalf("the import is %+v, %v; want an import that is done", completedImport.Import, err)
	}
	return completedImport.Import
}

func TestImport_CopyOfSameBusiness_AddsNoStamps(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta, former := shop.Customer("Ana"), shop.Customer("Berta"), shop.Customer("Carla")
	shop.Visits(ana, 13)
	shop.Visits(berta, 3)
	shop.Visits(former, 2)
	exportZIP := copyOf(t, shop)
	if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, berta.ID, former.ID); err != nil {
		t.Fatal(err)
	}
	completedImport := importCopy(t, shop, exportZIP)
	if completedImport.Counts.OpeningStamps != 0 || stampsOf(shop, ana) != 13 || stampsOf(shop, berta) != 5 {
		t.Errorf("the own copy adds stamps: %+v; the cards have %d and %d, want 13 and 5", completedImport.Counts, stampsOf(shop, ana), stampsOf(shop, berta))
	}
	if owed := shop.Progress(ana).Owed; len(owed) != 2 {
		t.Errorf("the rewards owed are %+v, want the two earned", owed)
	}
	shop.MustHoldInvariants(t)
}

func TestImport_CopyOfOtherTargets_OwesTheSameServices(t *testing.T) {
	t.Parallel()
	former := newTownWithOtherIDs(t).Shop(t, func(b *loyalty.Business) { b.VisitTarget = 5 })
	ana, vip, unknown := former.Customer("Ana"), former.Customer("Berta"), former.Customer("Clara")
	former.Visits(ana, 11)
	for _, customer := range []loyalty.Customer{vip, unknown} {
		former.Change(customer, loyalty.CustomerChanges{Tag: loyalty.Change{Sent: true, Value: string(loyalty.TagVIPA)}})
		former.Visits(customer, 5)
	}
	shop := shopAfter(t, copyOf(t, former))
	knownCustomer := servicetest.CustomerWithPhone(t, shop, "Berta", vip.Phone)
	shop.Change(knownCustomer, loyalty.CustomerChanges{Tag: loyalty.Change{Sent: true, Value: string(loyalty.TagVIPA)}})
	importCopy(t, shop, copyOf(t, former))
	for customer, want := range map[loyalty.Customer]string{
		importedCustomer(t, shop, ana.Phone): "21 stamps, 2 services", knownCustomer: "5 stamps, 1 services",
		importedCustomer(t, shop, unknown.Phone): "11 stamps, 1 services",
	} {
		progress, services := shop.Progress(customer), 0
		for _, reward := range progress.Owed {
			if reward.Kind == loyalty.RewardFree {
				services++
			}
		}
		if got := fmt.Sprintf("%d stamps, %d services", progress.Card.Stamps, services); got != want {
			t.Errorf("%s has %s, want %s", customer.Name, got, want)
		}
	}
	shop.MustHoldInvariants(t)
}

// ownList returns the list that an owner downloads, as CSV.
func ownList(t *testing.T, shop *servicetest.Shop) string {
	t.Helper()
	list := "Nombre;Teléfono;Última visita;Sellos\n"
	err := shop.Cases.Exports.Customers(t.Context(), shop.Owner, "csv", func(business loyalty.Business, e service.BookEntry) error {
		last := ""
		if !e.LastVisit.IsZero() {
			last = string(business.DayOf(e.LastVisit))
		}
		list += fmt.Sprintf("%s;%s;%s;%d\n", e.Name, e.Phone, last, e.Stamps)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// An owner downloads the list, adds e-mails to it, and sends it back.
func TestImport_OwnList_AddsNoStamps(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, correctedCustomer, unseen := shop.Customer("Ana"), shop.Customer("Berta"), shop.Customer("Carla")
	member, brother := shop.Customer("Diego"), shop.Customer("Elena")
	shop.Family(loyalty.PolicyPool, member, brother)
	shop.Visits(ana, 13)
	shop.Visits(correctedCustomer, 3)
	correct(t, shop, correctedCustomer, 2)
	correct(t, shop, unseen, 4)
	shop.Visits(member, 2)
	shop.Clock.Advance(24 * time.Hour)
	shop.Visit(brother)
	list := ownList(t, shop)
	shop.Clock.Advance(24 * time.Hour)
	shop.Visit(ana)
	shop.Visit(member)
	if result := importText(t, shop, list, false); result.OpeningStamps != 0 {
		t.Errorf("the own list adds %d stamps: %+v; want 0", result.OpeningStamps, result.ImportCounts)
	}
	for customer, want := range map[loyalty.Customer]int64{ana: 14, correctedCustomer: 5, unseen: 4, member: 4} {
		if stamps := stampsOf(shop, customer); stamps != want {
			t.Errorf("%s has %d stamps, want %d", customer.Name, stamps, want)
		}
	}
	shop.MustHoldInvariants(t)
}

// The former program's card and the first visits here are different stamps.
func TestImport_OtherProgramsStamps_AreAddedToVisits(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta := shop.Customer("Ana"), shop.Customer("Berta")
	shop.Visits(ana, 3)
	shop.Visits(berta, 1)
	today := shop.Business.DayOf(shop.Clock.Now())
	list := fmt.Sprintf("Nombre;Teléfono;Última visita;Sellos\nAna;%s;%s;3\nBerta;%s;%s;6\n", ana.Phone, "2020-01-07", berta.Phone, today)
	importText(t, shop, list, false)
	if stampsOf(shop, ana) != 6 || stampsOf(shop, berta) != 7 {
		t.Errorf("the cards have %d and %d stamps, want 6 and 7", stampsOf(shop, ana), stampsOf(shop, berta))
	}
	shop.MustHoldInvariants(t)
}

// A row has the stamps of the card that was stamped when the list was downloaded. Afterwards the customer may stamp
// another one.
func TestImport_OwnListFromBeforeAFamilyChange_AddsNoStamps(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	joins, unseen := shop.Customer("Ana"), shop.Customer("Berta")
	leaves, absent, brother := shop.Customer("Carla"), shop.Customer("Diego"), shop.Customer("Elena")
	family := shop.Family(loyalty.PolicyPool, leaves, absent, brother)
	separatedCustomer := shop.Customer("Fina")
	other := shop.Family(loyalty.PolicyPool, separatedCustomer, shop.Customer("Gema"))
	shop.Visits(joins, 7)
	correct(t, shop, unseen, 4)
	shop.Visits(leaves, 2)
	shop.Visits(separatedCustomer, 2)
	shop.Clock.Advance(24 * time.Hour)
	shop.Visit(brother)
	correct(t, shop, separatedCustomer, 3)
	list := ownList(t, shop)
	shop.Clock.Advance(24 * time.Hour)
	shop.Visit(brother)
	shop.Family(loyalty.PolicyPool, joins, unseen)
	if _, err := shop.Cases.Families.Leave(t.Context(), shop.Owner, family.ID, leaves.ID); err != nil {
		t.Fatal(err)
	}
	individual := loyalty.PolicyIndividual
	if _, err := shop.Cases.Families.Change(t.Context(), shop.Owner, other.ID, loyalty.FamilyChanges{Policy: &individual}); err != nil {
		t.Fatal(err)
	}
	if result := importText(t, shop, list, false); result.OpeningStamps != 0 {
		t.Errorf("the own list adds %d stamps: %+v; want 0", result.OpeningStamps, result.ImportCounts)
	}
	for customer, want := range map[loyalty.Customer]int64{joins: 0, unseen: 0, leaves: 0, separatedCustomer: 0, absent: 4} {
		if stamps := stampsOf(shop, customer); stamps != want {
			t.Errorf("%s has %d stamps, want %d", customer.Name, stamps, want)
		}
	}
	shop.MustHoldInvariants(t)
}

// The paper card has fewer stamps than the family's card, and the customer has not come yet.
func TestImport_OtherProgramsStampsOfFamilyMember_AreAdded(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, luis := shop.Customer("Ana"), shop.Customer("Luis")
	shop.Family(loyalty.PolicyPool, ana, luis)
	shop.Visits(luis, 5)
	list := "Nombre;Teléfono;Sellos\nAna;" + ana.Phone + ";3\n"
	if result := importText(t, shop, list, false); result.OpeningStamps != 3 || stampsOf(shop, ana) != 8 {
		t.Errorf("the import adds %d stamps, and the family's card has %d; want 3 and 8", result.OpeningStamps, stampsOf(shop, ana))
	}
	again := importText(t, shop, list+"Luis;"+luis.Phone+";2\n", false)
	if again.OpeningStamps != 0 || stampsOf(shop, ana) != 8 {
		t.Errorf("a further list adds %d stamps, and the family's card has %d; want none and 8", again.OpeningStamps, stampsOf(shop, ana))
	}
	if len(again.Skips) != 1 || again.Skips[0].Number != 3 || !strings.Contains(again.Skips[0].Reason, "sellos de papel de otra persona") {
		t.Errorf("the further list skips %+v, want the row of the second member, with the reason", again.Skips)
	}
	shop.MustHoldInvariants(t)
}

// The list is from before the merge: the second row is not another customer.
func TestImport_OwnListFromBeforeAMerge_AddsNoCustomer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	keptRecord, twin, third := shop.Customer("Ana"), shop.Customer("Ana"), shop.Customer("Ana Ruiz")
	shop.Visits(keptRecord, 3)
	shop.Visits(twin, 2)
	shop.Visits(third, 1)
	list := ownList(t, shop)
	mergeOf(t, shop, twin, third)
	mergeOf(t, shop, keptRecord, twin)
	result := importText(t, shop, list, false)
	if result.New != 0 || result.OpeningStamps != 0 || stampsOf(shop, keptRecord) != 6 {
		t.Errorf("the list adds %d customers and %d stamps, and the card has %d; want none and 6: %+v", result.New, result.OpeningStamps, stampsOf(shop, keptRecord), result.Skips)
	}
	shop.MustHoldInvariants(t)
}
