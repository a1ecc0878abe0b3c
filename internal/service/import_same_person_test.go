package service_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

const nicknameSheet = "Nombre;Teléfono;Correo;Notas;Sellos\n" +
	"Mari;612345678;mari@example.com;Corte;7\n" +
	"Paco;613345678;;;3\n" +
	"Lola;;dolores@example.com;Tinte;\n" +
	"Nuevo;615345678;;;2\n"

type knownCustomers struct{ maria, francisco, dolores loyalty.Customer }

func knownByFullName(t *testing.T, shop *servicetest.Shop) (customers knownCustomers) {
	t.Helper()
	customers.maria = servicetest.CustomerWithPhone(t, shop, "María López", "+34612345678")
	customers.francisco = servicetest.CustomerWithPhone(t, shop, "Francisco Ruiz", "+34613345678")
	customers.dolores = servicetest.CustomerWithPhone(t, shop, "Dolores Vega", "+34614345678")
	shop.Change(customers.dolores, loyalty.CustomerChanges{Email: loyalty.Change{Sent: true, Value: "dolores@example.com"}})
	return customers
}

func chooseSamePerson(t *testing.T, shop *servicetest.Shop, id string, choices map[int]string) loyalty.Import {
	t.Helper()
	if _, err := shop.Cases.Imports.Change(t.Context(), shop.Owner, id, service.ImportChanges{SamePerson: choices}); err != nil {
		t.Fatal(err)
	}
	advanceImports(t, shop)
	return importOf(t, shop, id, loyalty.ImportChecked)
}

func TestImportSamePerson_Check_OffersRowsOfOtherNames(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	customers := knownByFullName(t, shop)
	id := storedImport(t, shop, nicknameSheet)
	advanceImports(t, shop)
	checkedImport, err := shop.Cases.Imports.Get(t.Context(), shop.Owner, id)
	if err != nil {
		t.Fatal(err)
	}
	want := []loyalty.ImportOtherName{
		{Row: 2, Name: "Mari", CustomerID: customers.maria.ID}, {Row: 3, Name: "Paco", CustomerID: customers.francisco.ID},
		{Row: 4, Name: "Lola", CustomerID: customers.dolores.ID},
	}
	if got := checkedImport.Report.OtherNames; !slices.Equal(got, want) {
		t.Errorf("the check offers %+v, want %+v", got, want)
	}
	if name := checkedImport.CustomerNames[customers.maria.ID]; name != "María López" {
		t.Errorf("the customer of row 2 is shown as %q, want María López", name)
	}
	if checkedImport.Counts.Skipped != 3 || checkedImport.Counts.New != 1 {
		t.Errorf("without a choice the check counts %+v, want 3 skipped and 1 new", checkedImport.Counts)
	}
	changedImport := chooseSamePerson(t, shop, id, map[int]string{2: customers.maria.ID})
	want[0].Chosen = true
	if got := changedImport.Report.OtherNames; !slices.Equal(got, want) {
		t.Errorf("after the choice the check offers %+v, want %+v", got, want)
	}
	if changedImport.Counts.Skipped != 2 || changedImport.Counts.Merged != 1 || changedImport.Counts.OpeningStamps != 9 {
		t.Errorf("with row 2 chosen the check counts %+v; want Skipped 2, Merged 1 and OpeningStamps 9", changedImport.Counts)
	}
	if none := chooseSamePerson(t, shop, id, map[int]string{}); none.Counts.Skipped != 3 {
		t.Errorf("after the choice is taken back the check counts %+v, want Skipped 3", none.Counts)
	}
}

func TestImportSamePerson_Import_CompletesTheKnownCustomer(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	customers := knownByFullName(t, shop)
	before := undoableState(t, shop)
	id := storedImport(t, shop, nicknameSheet)
	advanceImports(t, shop)
	checkedImport := chooseSamePerson(t, shop, id, map[int]string{2: customers.maria.ID, 3: customers.francisco.ID, 4: customers.dolores.ID})
	startImport(t, shop, id)
	advanceImports(t, shop)
	completedImport := importOf(t, shop, id, loyalty.ImportDone)
	if completedImport.Counts != checkedImport.Counts || completedImport.Counts.Merged != 3 || completedImport.Counts.New != 1 || completedImport.Counts.Skipped != 0 {
		t.Errorf("the import counts %+v and its check %+v; want Merged 3, New 1 and Skipped 0 in both", completedImport.Counts, checkedImport.Counts)
	}
	if len(completedImport.Report.OtherNames) != 0 {
		t.Errorf("a completed import keeps names of the file: %+v, want none", completedImport.Report.OtherNames)
	}
	maria := importedCustomer(t, shop, "612345678")
	if maria.ID != customers.maria.ID || maria.Name != "María López" || maria.Email != "mari@example.com" || shop.Progress(maria).Card.Stamps != 7 {
		t.Errorf("the known customer has become %+v, want María López with the e-mail and 7 stamps", maria)
	}
	state := importedState(t, shop)
	again := importText(t, shop, nicknameSheet, false)
	if again.Known != 4 || again.Skipped != 0 {
		t.Errorf("the same file again counts %+v, want 4 known rows", again.ImportCounts)
	}
	if dry := importText(t, shop, nicknameSheet, true); dry.ImportCounts != again.ImportCounts {
		t.Errorf("a dry run of the same file counts %+v, want %+v", dry.ImportCounts, again.ImportCounts)
	}
	if after := importedState(t, shop); after != state {
		t.Errorf("the same file changed\n%s\nto\n%s", state, after)
	}
	if undone := undoImport(t, shop, id); undone.Removed != 1 || undone.Restored != 3 || undone.Kept != 0 {
		t.Errorf("the undo reports %+v; want Removed 1, Restored 3 and Kept 0", undone)
	}
	if after := undoableState(t, shop); after != before {
		t.Errorf("the undo restored\n%s\ninstead of\n%s", after, before)
	}
	shop.MustHoldInvariants(t)
}

func TestImportSamePerson_PhoneOfNewCustomerAfterChoice_SkipsTheRow(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	customers := knownByFullName(t, shop)
	id := storedImport(t, shop, nicknameSheet)
	advanceImports(t, shop)
	chooseSamePerson(t, shop, id, map[int]string{2: customers.maria.ID})
	shop.Archive(customers.maria)
	pedro := servicetest.CustomerWithPhone(t, shop, "Pedro Gil", "+34612345678")
	startImport(t, shop, id)
	advanceImports(t, shop)
	if completedImport := importOf(t, shop, id, loyalty.ImportDone); completedImport.Counts.Skipped != 3 || completedImport.Counts.OpeningStamps != 2 {
		t.Errorf("the import counts %+v, want the row of the phone's new customer skipped", completedImport.Counts)
	}
	if after := importedCustomer(t, shop, "612345678"); after.ID != pedro.ID || after.Email != "" || after.Version != pedro.Version {
		t.Errorf("the row has changed another customer to %+v, want no change", after)
	}
}

func TestImportSamePerson_RowsOfOneCustomer_GiveOneOpeningBalance(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	maria := knownByFullName(t, shop).maria
	shop.Change(maria, loyalty.CustomerChanges{Email: loyalty.Change{Sent: true, Value: "maria@example.com"}})
	id := storedImport(t, shop, "Nombre;Teléfono;Correo;Sellos\nMari;612345678;;7\nMarichu;;maria@example.com;5\n")
	advanceImports(t, shop)
	if checkedImport := chooseSamePerson(t, shop, id, map[int]string{2: maria.ID, 3: maria.ID}); checkedImport.Counts.Skipped != 0 {
		t.Fatalf("the check counts %+v, want both rows as the customer's", checkedImport.Counts)
	}
	startImport(t, shop, id)
	advanceImports(t, shop)
	importOf(t, shop, id, loyalty.ImportDone)
	if stamps := shop.Progress(maria).Card.Stamps; stamps != 7 {
		t.Errorf("the customer has %d stamps, want the 7 of the first row", stamps)
	}
	shop.MustHoldInvariants(t)
}

func TestImportSamePerson_CrashOfTheWorker_ContinuesWithTheChoices(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	text, choices := "Nombre;Teléfono;Sellos\n", map[int]string{}
	for i := range 50 {
		customer := servicetest.CustomerWithPhone(t, shop, fmt.Sprintf("Cliente %d", i), fmt.Sprintf("+346123%05d", i))
		text += fmt.Sprintf("Apodo %d;6123%05d;3\n", i, i)
		choices[i+2] = customer.ID
	}
	id := storedImport(t, shop, text)
	advanceImports(t, shop)
	chooseSamePerson(t, shop, id, choices)
	startImport(t, shop, id)
	shop.Database.Corrupt(t, fmt.Sprintf("INSERT INTO import_rows (business_id, import_id, run, number) SELECT business_id, id, run, 30 FROM imports WHERE id = '%s'", id))
	if err := shop.Cases.Imports.Advance(t.Context()); err == nil {
		t.Fatal("the import must fail at the obstacle")
	}
	shop.Database.Corrupt(t, "DELETE FROM import_rows WHERE customer_id IS NULL")
	shop.Clock.Advance(time.Minute)
	advanceImports(t, shop)
	if completedImport := importOf(t, shop, id, loyalty.ImportDone); completedImport.Counts.Merged != 50 || completedImport.Counts.OpeningStamps != 150 {
		t.Errorf("the continued import counts %+v; want Merged 50 and OpeningStamps 150", completedImport.Counts)
	}
	shop.MustHoldInvariants(t)
}

func TestImportSamePerson_TooManyRows_AreRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	id := storedImport(t, shop, nicknameSheet)
	choices := map[int]string{}
	for row := range loyalty.MaxSamePerson + 1 {
		choices[row+1] = "customer"
	}
	_, err := shop.Cases.Imports.Change(t.Context(), shop.Owner, id, service.ImportChanges{SamePerson: choices})
	if !errors.Is(err, loyalty.ErrValidation) {
		t.Errorf("%d chosen rows return %v, want ErrValidation", len(choices), err)
	}
}

func TestImportSamePerson_ChoiceOfTheOperator_IsImported(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	request := service.ImportRequest{
		FileName: "clientes.csv", Data: []byte(nicknameSheet), SamePerson: map[int]string{2: knownByFullName(t, shop).maria.ID},
	}
	completedImport, err := shop.Cases.Imports.ImportNow(t.Context(), shop.Owner, request, importing.Options{})
	if err != nil || completedImport.Counts.Merged != 1 || completedImport.Counts.Skipped != 2 {
		t.Errorf("the import counts %+v, %v; want Merged 1 and Skipped 2", completedImport.Counts, err)
	}
}
