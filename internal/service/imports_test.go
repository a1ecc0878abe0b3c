package service_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"axioma/internal/importing"
	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

const importedSheet = "Nombre;Teléfono;Correo;Fecha de nacimiento;Notas;Sellos;Acepta promociones\n" +
	"Ana López;612345678;ana@example.com;12/04/1985;Corte;7;Sí\n" +
	"Luis Pérez;613345678;;;;23;Sí\n" +
	"ANA LOPEZ;+34 612 345 678;;;;7;Sí\n" +
	"Leo;614345678;;25/12/2020;;1;No\n" +
	"Sin Teléfono;;;;;;\n"

type importResult struct {
	loyalty.ImportCounts
	Rows    int64
	Skips   []store.ImportRow
	Columns []loyalty.ImportColumn
}

func importText(t *testing.T, shop *servicetest.Shop, text string, dryRun bool) importResult {
	t.Helper()
	var importRecord loyalty.Import
	var rows []store.ImportRow
	var err error
	if dryRun {
		importRecord, rows, err = shop.Cases.Imports.Preview(t.Context(), shop.Owner, service.ImportRequest{Data: []byte(text)}, importing.Options{})
	} else {
		importRecord, err = shop.Cases.Imports.ImportNow(t.Context(), shop.Owner, service.ImportRequest{FileName: "clientes.csv", Data: []byte(text)}, importing.Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	if !dryRun {
		begin := func([]string) error { return nil }
		err := shop.Cases.Imports.EachReject(t.Context(), shop.Owner, importRecord.ID, begin, func(row store.ImportRow) error {
			rows = append(rows, row)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	result := importResult{ImportCounts: importRecord.Counts, Rows: importRecord.Report.Rows, Skips: rows, Columns: importRecord.Report.Columns}
	if result.New+result.Known+result.Merged+result.Skipped != result.Rows || int(result.Skipped) != len(rows) {
		t.Errorf("the counts must add up to the rows: %+v", result)
	}
	return result
}

func importedState(t *testing.T, shop *servicetest.Shop) string {
	t.Helper()
	var state []string
	for _, query := range []string{
		"SELECT name, phone, email, birthday, notes, tag, version, visits_count, last_visit_at FROM customers ORDER BY id",
		"SELECT stamps FROM cards ORDER BY id", "SELECT kind, stamps, note FROM adjustments ORDER BY id", "SELECT kind, status FROM rewards ORDER BY id",
		"SELECT count(*) FROM audit_events WHERE action <> 'import.started'", "SELECT count(*) FROM events", "SELECT count(*) FROM consents", "SELECT count(*) FROM messages", "SELECT count(*) FROM mails",
	} {
		state = append(state, strings.Join(shop.Database.Rows(t, query), "\n"))
	}
	return strings.Join(state, "\n\n")
}

func importedCustomer(t *testing.T, shop *servicetest.Shop, phone string) loyalty.Customer {
	t.Helper()
	customer, err := shop.Cases.Customers.Lookup(t.Context(), shop.Owner, phone, "")
	if err != nil {
		t.Fatal(err)
	}
	return customer
}

func TestImport_NewCustomers_GetDataAndStamps(t *testing.T) {
	shop := servicetest.New(t)
	result := importText(t, shop, importedSheet, false)
	if result.New != 2 || result.Merged != 1 || result.OpeningStamps != 30 || result.Owed != 1 {
		t.Errorf("the import reports %+v; want New 2, Merged 1, OpeningStamps 30 and Owed 1", result)
	}
	ana := importedCustomer(t, shop, "612345678")
	if ana.Name != "Ana López" || ana.Email != "ana@example.com" || ana.Birthday != "1985-04-12" || ana.Notes != "Corte" || ana.Tag != loyalty.TagCard {
		t.Errorf("a row became %+v; want Name Ana López, Email ana@example.com, Birthday 1985-04-12, Notes Corte and Tag %v", ana, loyalty.TagCard)
	}
	if card := shop.Progress(ana).Card; card.Stamps != 7 || ana.VisitsCount != 0 {
		t.Errorf("7 imported stamps give %d stamps and %d visits, want 7 and 0", card.Stamps, ana.VisitsCount)
	}
	if luis := shop.Progress(importedCustomer(t, shop, "613345678")); len(luis.Owed) != 2 || luis.ToFree() != 7 {
		t.Errorf("23 imported stamps give the rewards %+v, and the next free service is %d stamps away; want 2 and 7", luis.Owed, luis.ToFree())
	}
	shop.MustHoldInvariants(t)
}

func TestImport_SkippedRows_HaveRowAndReason(t *testing.T) {
	result := importText(t, servicetest.New(t), importedSheet, false)
	var got []string
	for _, row := range result.Skips {
		got = append(got, fmt.Sprint(row.Number, " ", row.Reason[:10]))
	}
	if want := []string{"5 Es menor d", "6 Falta el t"}; !slices.Equal(got, want) {
		t.Errorf("the skipped rows are %q, want %q", got, want)
	}
}

func TestImport_DryRun_ReportsTheSameAndChangesNothing(t *testing.T) {
	shop := servicetest.New(t)
	shop.Customer("Eva")
	before := importedState(t, shop)
	dry := importText(t, shop, importedSheet, true)
	if after := importedState(t, shop); after != before {
		t.Errorf("a dry run changed\n%s\nto\n%s", before, after)
	}
	if result := importText(t, shop, importedSheet, false); result.ImportCounts != dry.ImportCounts || fmt.Sprint(result.Skips) != fmt.Sprint(dry.Skips) {
		t.Errorf("a dry run reports %+v, but the import %+v", dry, result)
	}
}

func TestImport_SameFileAgain_ChangesNothing(t *testing.T) {
	shop := servicetest.New(t)
	importText(t, shop, importedSheet, false)
	before := importedState(t, shop)
	result := importText(t, shop, importedSheet, false)
	if after := importedState(t, shop); after != before {
		t.Errorf("the same file changed\n%s\nto\n%s", before, after)
	}
	if result.New != 0 || result.Merged != 0 || result.Known != 3 || result.OpeningStamps != 0 || result.Skipped != 2 {
		t.Errorf("the same file reports %+v; want New 0, Merged 0, Known 3, OpeningStamps 0 and Skipped 2", result)
	}
}

func TestImport_ManyRows_AreImportedInBatches(t *testing.T) {
	shop := servicetest.New(t)
	text := "Nombre;Teléfono;Sellos\n"
	for i := range 120 {
		text += fmt.Sprintf("Cliente %d;6123%05d;3\n", i, i)
	}
	if result := importText(t, shop, text, false); result.New != 120 || result.OpeningStamps != 360 {
		t.Errorf("120 rows report %+v; want New 120 and OpeningStamps 360", result)
	}
	shop.MustHoldInvariants(t)
}

func TestImport_AnyRow_CreatesNoConsentAndNoMessage(t *testing.T) {
	shop := servicetest.New(t)
	importText(t, shop, importedSheet, false)
	if consents := servicetest.ConsentRows(t, shop); len(consents) != 0 {
		t.Errorf("an import must not record consents: %q", consents)
	}
	for _, table := range []string{"messages", "mails"} {
		if count := shop.Database.Rows(t, "SELECT count(*) FROM "+table); !slices.Equal(count, []string{"0"}) {
			t.Errorf("an import wrote %s rows to %s, want 0", count, table)
		}
	}
}

func TestImport_KnownCustomer_GetsOnlyWhatIsMissing(t *testing.T) {
	shop := servicetest.New(t)
	ana := servicetest.CustomerWithPhone(t, shop, "Ana", "+34612345678")
	shop.Change(ana, loyalty.CustomerChanges{Notes: loyalty.Change{Sent: true, Value: "Solo tijera"}})
	recordOpening(t, shop, ana.ID, 2)
	result := importText(t, shop, importedSheet, false)
	if result.New != 1 || result.Merged != 2 || result.OpeningStamps != 23 {
		t.Errorf("the import reports %+v; want New 1, Merged 2 and OpeningStamps 23", result)
	}
	current := importedCustomer(t, shop, "612345678")
	if current.ID != ana.ID || current.Name != "Ana" || current.Notes != "Solo tijera" || current.Email != "ana@example.com" || current.Birthday != "1985-04-12" {
		t.Errorf("the known customer became %+v; want ID %v, Name Ana, Notes Solo tijera, Email ana@example.com and Birthday 1985-04-12", current, ana.ID)
	}
	if stamps := shop.Progress(current).Card.Stamps; stamps != 2 {
		t.Errorf("a card with an opening balance of 2 has %d stamps, want 2", stamps)
	}
}

func TestImport_PhoneOrEmail_FindsTheKnownCustomer(t *testing.T) {
	for name, test := range map[string]struct {
		phone, email string // of the known customer María López
		row          string // name, phone and e-mail
		known        bool
		skipReason   string
	}{
		"whole phone": {"+34612345678", "", "María;0034 612 34 56 78;", true, ""},
		"phone of another country without prefix": {"+16105550001", "", "María López;(610) 555-0001;", true, ""},
		"valid phone without prefix":              {"+351912345678", "", "María López;912345678;", true, ""},
		"other prefix":                            {"+33612345678", "", "María López;+34612345678;", false, ""},
		"e-mail in capitals":                      {"+34612345678", "maria@example.com", "María;;MARIA@Example.COM", true, ""},
		"e-mail of another name":                  {"+34612345678", "maria@example.com", "Pedro;;maria@example.com", false, "Otro cliente tiene este correo"},
		"e-mail of the family":                    {"+34612345678", "maria@example.com", "María López;613345678;maria@example.com", false, ""},
		"unknown phone without a country":         {"+34612345678", "", "Eva;(610) 555-0001;", false, "610) 555-0001"},
	} {
		t.Run(name, func(t *testing.T) {
			shop := servicetest.New(t)
			maria := servicetest.CustomerWithPhone(t, shop, "María López", test.phone)
			if test.email != "" {
				shop.Change(maria, loyalty.CustomerChanges{Email: loyalty.Change{Sent: true, Value: test.email}})
			}
			result := importText(t, shop, "Nombre;Teléfono;Correo\n"+test.row+"\n", false)
			isKnown, reason := result.Known+result.Merged == 1, ""
			for _, row := range result.Skips {
				reason = row.Reason
			}
			if isKnown != test.known || !strings.Contains(reason, test.skipReason) || (reason == "") != (test.skipReason == "") {
				t.Errorf("the row is reported as %+v, want known = %t and the reason %q", result, test.known, test.skipReason)
			}
		})
	}
}

func TestImport_PhoneOfAnotherName_SkipsTheRowWithTheReason(t *testing.T) {
	const belongsToAna = "Este teléfono es de Ana Ruiz. Si es la misma persona, márcalo al comprobar el archivo. Si es otra persona, añádela a mano."
	for name, test := range map[string]struct {
		row    string // name and phone of the row; Ana Ruiz has +34612345678, Rui Costa has +351912345678, Luz Vega +525512345678
		reason string // empty: the row is the known customer's
	}{
		"another name":                                   {"Pedro Ruiz;612345678", belongsToAna},
		"another name with a prefix":                     {"Pedro;+34 612 345 678", belongsToAna},
		"the first name of a sibling":                    {"Anabel Ruiz;612345678", belongsToAna},
		"capitals and accents":                           {"ANÁ RUÍZ;612345678", ""},
		"the surname first":                              {"Ruiz, Ana;612345678", ""},
		"no surname":                                     {"Ana;612345678", ""},
		"two surnames":                                   {"Ana Ruiz Gómez;612345678", ""},
		"an initial as surname":                          {"Ana R.;612345678", ""},
		"an initial as first name":                       {"A. Ruiz;612345678", ""},
		"no name":                                        {";612345678", ""},
		"nine digits of a customer of another name":      {"Pedro;912345678", "Este teléfono puede ser de Rui Costa, que tiene otro nombre. Escríbelo con su prefijo."},
		"another name with the second form of the phone": {"Pedro;+52 1 55 1234 5678", "Este teléfono es de Luz Vega. Si es la misma persona, márcalo al comprobar el archivo. Si es otra persona, añádela a mano."},
		"nine digits of a customer of the same name":     {"Rui;912345678", ""},
	} {
		t.Run(name, func(t *testing.T) {
			shop := servicetest.New(t)
			servicetest.CustomerWithPhone(t, shop, "Ana Ruiz", "+34612345678")
			servicetest.CustomerWithPhone(t, shop, "Rui Costa", "+351912345678")
			servicetest.CustomerWithPhone(t, shop, "Luz Vega", "+525512345678")
			before := importedState(t, shop)
			text := "Nombre;Teléfono;Fecha de nacimiento;Notas;Sellos;Acepta promociones\n" + test.row + ";12/04/1985;Corte;7;Sí\n"
			result := importText(t, shop, text, false)
			if test.reason == "" {
				if result.Merged != 1 || result.OpeningStamps != 7 {
					t.Errorf("the row of the known customer is reported as %+v; want Merged 1 and OpeningStamps 7", result)
				}
				return
			}
			if len(result.Skips) != 1 || result.Skips[0].Reason != test.reason {
				t.Errorf("the row is reported as %+v, want skipped for %q", result, test.reason)
			}
			if after := importedState(t, shop); after != before {
				t.Errorf("the skipped row changed\n%s\nto\n%s", before, after)
			}
			if claims := shop.Database.Rows(t, "SELECT count(*) FROM import_claims"); !slices.Equal(claims, []string{"0"}) {
				t.Errorf("the skipped row left %s claims on another record, want 0", claims)
			}
		})
	}
}

func TestImport_RejectedRowsAgain_ChangeNoOtherCustomer(t *testing.T) {
	shop := servicetest.New(t)
	head := "Nombre;Teléfono;Fecha de nacimiento\n"
	first := importText(t, shop, head+"Ana Ruiz;612345678;\nPedro Ruiz;612345678;12/04/1985\n", false)
	if first.New != 1 || first.Skipped != 1 {
		t.Fatalf("the file reports %+v, want Ana as new and Pedro skipped", first)
	}
	again := importText(t, shop, head+"Pedro Ruiz;612345678;12/04/1985\n", false)
	if again.Skipped != 1 || !strings.Contains(again.Skips[0].Reason, "Ana Ruiz") {
		t.Errorf("the rejected row, sent again, reports %+v; want Skipped 1 and %q in Skips.Reason", again, "Ana Ruiz")
	}
	if ana := importedCustomer(t, shop, "612345678"); ana.Birthday != "" {
		t.Errorf("Ana has Pedro's birthday %s, want none", ana.Birthday)
	}
}

func TestImport_NineDigitsOfTwoCustomers_SkipsTheRow(t *testing.T) {
	shop := servicetest.New(t)
	servicetest.CustomerWithPhone(t, shop, "Ana", "+351912345678")
	servicetest.CustomerWithPhone(t, shop, "Eva", "+33912345678")
	result := importText(t, shop, "Nombre;Teléfono\nAna;912345678\n", false)
	if result.Skipped != 1 || !strings.Contains(result.Skips[0].Reason, "varios clientes") {
		t.Errorf("an ambiguous phone is reported as %+v; want Skipped 1 and %q in Skips.Reason", result, "varios clientes")
	}
}

func TestImport_TooManyStamps_SkipsTheRow(t *testing.T) {
	shop := servicetest.New(t)
	servicetest.CustomerWithPhone(t, shop, "Ana", "+34612345678")
	result := importText(t, shop, "Nombre;Teléfono;Sellos\nAna;612345678;1000\nEva;613345678;1000\n", false)
	if result.Skipped != 2 || !strings.Contains(result.Skips[0].Reason, "de 0 a 100") {
		t.Errorf("1000 stamps are reported as %+v; want Skipped 2 and %q in Skips.Reason", result, "de 0 a 100")
	}
	if rows := shop.Database.Rows(t, "SELECT count(*) FROM customers"); !slices.Equal(rows, []string{"1"}) {
		t.Errorf("after skipped rows there are %s customers, want 1", rows)
	}
}

func TestImport_SuspendedBusiness_IsRefused(t *testing.T) {
	shop := servicetest.New(t)
	shop.Suspend()
	_, err := shop.Cases.Imports.ImportNow(t.Context(), shop.Owner, service.ImportRequest{Data: []byte(importedSheet)}, importing.Options{})
	servicetest.MustRefuse(t, "an import into a suspended business", err, loyalty.ErrBusinessSuspended)
}

func TestOwnerOf_Business_ReturnsItsOwner(t *testing.T) {
	shop := servicetest.New(t)
	actor, err := shop.Cases.Imports.OwnerOf(t.Context(), shop.Business.ID)
	if actor.Session = shop.Owner.Session; err != nil || actor != shop.Owner {
		t.Errorf("the session of the owner belongs to %+v, %v; want %+v", actor, err, shop.Owner)
	}
	_, err = shop.Cases.Imports.OwnerOf(t.Context(), "unknown")
	servicetest.MustRefuse(t, "an unknown business", err, loyalty.ErrBusinessNotFound)
}
