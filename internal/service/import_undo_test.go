package service_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

func storedImport(t *testing.T, shop *servicetest.Shop, text string) string {
	t.Helper()
	createdImport, err := shop.Cases.Imports.Create(t.Context(), shop.Owner, service.ImportRequest{FileName: "clientes.csv", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return createdImport.ID
}

func advanceImports(t *testing.T, shop *servicetest.Shop) {
	t.Helper()
	if err := shop.Cases.Imports.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func startImport(t *testing.T, shop *servicetest.Shop, id string) {
	t.Helper()
	if _, err := shop.Cases.Imports.Start(t.Context(), shop.Owner, id, 0); err != nil {
		t.Fatal(err)
	}
}

func undoImport(t *testing.T, shop *servicetest.Shop, id string) loyalty.ImportUndoResult {
	t.Helper()
	if _, err := shop.Cases.Imports.Undo(t.Context(), shop.Owner, id, ""); err != nil {
		t.Fatal(err)
	}
	advanceImports(t, shop)
	return importOf(t, shop, id, loyalty.ImportUndone).UndoResult
}

func importOf(t *testing.T, shop *servicetest.Shop, id string, state loyalty.ImportState) loyalty.Import {
	t.Helper()
	listedImport, err := shop.Cases.Imports.Get(t.Context(), shop.Owner, id)
	if err != nil || listedImport.State != state {
		t.Fatalf("the import is %+v, %v; want the state %s", listedImport.Import, err, state)
	}
	return listedImport.Import
}

// undoableState is what an undo restores. It omits versions, which only grow, and undone adjustments, which stay.
func undoableState(t *testing.T, shop *servicetest.Shop) string {
	t.Helper()
	var state []string
	for _, query := range []string{
		`SELECT id, name, sort_key, phone, phone_verified_at, phone_unverified, registrant, whatsapp_id, phone_released_at, phone_release_seen_at, email,
			email_unverified, birthday, notes, tag, search, visits_count, first_visit_day, last_visit_at, imported_visit_day, family_id, created_at,
			signed_in_at, archived_at, claimed_stamps, rejected_stamps FROM customers ORDER BY id`,
		`SELECT id, customer_id, stamps FROM cards ORDER BY id`, `SELECT id, card_id, stamps FROM adjustments WHERE undone_at IS NULL ORDER BY id`,
		`SELECT id, card_id, kind, status FROM rewards WHERE status <> 'CANCELLED' ORDER BY id`, `SELECT id FROM visits ORDER BY id`,
		`SELECT customer_id, header, value FROM import_claims`, `SELECT number FROM import_rows`, `SELECT number FROM import_chunks`,
		`SELECT count(*) FROM consents`, `SELECT count(*) FROM messages`, `SELECT count(*) FROM mails`,
	} {
		state = append(state, strings.Join(shop.Database.Rows(t, query), "\n"))
	}
	return strings.Join(state, "\n\n")
}

func randomSheet(random *rand.Rand) string {
	pick := func(texts ...string) string { return texts[random.IntN(len(texts))] }
	text := "Nombre;Teléfono;Correo;Cumpleaños;Notas;Sellos;Última visita;Publicidad;Color\n"
	for range 70 {
		n := random.IntN(40)
		phone := pick(fmt.Sprintf("6123456%02d", n), fmt.Sprintf("6123456%02d", n), "", "N/A")
		text += strings.Join([]string{
			fmt.Sprintf("Cliente %d", n), phone, pick("", fmt.Sprintf("c%d@example.com", n)), pick("", "1985-04-12", "2020-01-02"),
			pick("", "Corte"), pick("", "3", "12", "1000"), pick("", "2025-12-01", "2024-01-01"), pick("", "Sí", "No"), pick("", "azul"),
		}, ";") + "\n"
	}
	return text
}

func TestImportUndo_RandomFiles_RestoresEachRow(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 1))
			shop := servicetest.New(t)
			for n := range 15 {
				customer := servicetest.CustomerWithPhone(t, shop, fmt.Sprintf("Cliente %d", n), fmt.Sprintf("+346123456%02d", n))
				switch random.IntN(4) {
				case 0:
					shop.Change(customer, loyalty.CustomerChanges{
						Phone: loyalty.Change{Sent: true}, Email: loyalty.Change{Sent: true, Value: fmt.Sprintf("c%d@example.com", n)},
					})
				case 1:
					shop.Visits(customer, 2)
				case 2:
					recordOpening(t, shop, customer.ID, 2)
				}
			}
			before := undoableState(t, shop)
			first := importText(t, shop, randomSheet(random), false)
			if first.New == 0 || first.Merged == 0 || first.Skipped == 0 {
				t.Errorf("the file must have new, merged and skipped rows: %+v", first.ImportCounts)
			}
			shop.MustMatchChains(t)
			imports, err := shop.Cases.Imports.List(t.Context(), shop.Owner)
			if err != nil || len(imports) != 1 {
				t.Fatalf("%d imports are listed, %v; want 1", len(imports), err)
			}
			if undone := undoImport(t, shop, imports[0].ID); undone.Removed != first.New || undone.Kept != 0 {
				t.Errorf("the undo is %+v for the import %+v; want Removed %v and Kept 0", undone, first.ImportCounts, first.New)
			}
			if after := undoableState(t, shop); after != before {
				t.Errorf("after the undo the state is\n%s\nwant\n%s", after, before)
			}
			shop.MustHoldInvariants(t)
			shop.MustMatchChains(t)
		})
	}
}

func TestImportUndo_TouchedCustomer_StaysWithReason(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		touch func(*testing.T, *servicetest.Shop, loyalty.Customer)
		want  string
	}{
		"visit":      {func(_ *testing.T, shop *servicetest.Shop, c loyalty.Customer) { shop.Visit(c) }, "Ha venido"},
		"redemption": {func(t *testing.T, shop *servicetest.Shop, c loyalty.Customer) { redeemOwed(t, shop, c) }, "Ha canjeado una recompensa"},
		"change by hand": {func(_ *testing.T, shop *servicetest.Shop, c loyalty.Customer) {
			shop.Change(c, loyalty.CustomerChanges{Notes: loyalty.Change{Sent: true, Value: "Solo tijera"}})
		}, "Sus datos se han cambiado después"},
		"correction": {func(t *testing.T, shop *servicetest.Shop, c loyalty.Customer) {
			request := service.CorrectionRequest{CustomerID: c.ID, Stamps: 1, Reason: "No se escaneó", Key: "once"}
			if _, err := shop.Cases.Adjustments.Correct(t.Context(), shop.Owner, request); err != nil {
				t.Fatal(err)
			}
		}, "Sus sellos se han corregido después"},
		"portal": {func(_ *testing.T, shop *servicetest.Shop, c loyalty.Customer) { shop.PortalToken(c) }, "Ha abierto su tarjeta"},
		"merge": {func(t *testing.T, shop *servicetest.Shop, c loyalty.Customer) {
			if _, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, c.ID, shop.Customer("Eva").ID); err != nil {
				t.Fatal(err)
			}
		}, "Su ficha se ha unido a otra"},
		"claim of a later file": {func(_ *testing.T, shop *servicetest.Shop, _ loyalty.Customer) {
			shop.Import("Nombre;Teléfono;Acepta promociones\nAna López;612345678;Sí\n")
		}, "Sus datos se han cambiado después"},
		"archive": {func(t *testing.T, shop *servicetest.Shop, c loyalty.Customer) {
			if err := shop.Cases.Customers.Archive(t.Context(), shop.Owner, c.ID); err != nil {
				t.Fatal(err)
			}
		}, "Su ficha se ha archivado"},
	} {
		t.Run(name, func(t *testing.T) {
			shop := servicetest.New(t)
			completedImport := shop.Import("Nombre;Teléfono;Sellos\nAna López;612345678;12\nLuis;613345678;\n")
			test.touch(t, shop, importedCustomer(t, shop, "612345678"))
			before := strings.Join(shop.Database.Rows(t, "SELECT name, phone, archived_at FROM customers WHERE phone = '+34612345678' OR name = 'Ana López'"), "\n")
			refreshCounts(t, shop)
			undone := undoImport(t, shop, completedImport.ID)
			if undone.Removed != 1 || undone.Kept != 1 || undone.Reasons[test.want] != 1 {
				t.Errorf("the undo is %+v, want 1 removed and 1 kept for the reason", undone)
			}
			after := strings.Join(shop.Database.Rows(t, "SELECT name, phone, archived_at FROM customers WHERE phone = '+34612345678' OR name = 'Ana López'"), "\n")
			if after != before {
				t.Errorf("the undo changed %s to %s", before, after)
			}
			shop.MustHoldInvariants(t)
		})
	}
}

func redeemOwed(t *testing.T, shop *servicetest.Shop, c loyalty.Customer) {
	t.Helper()
	owed := shop.Progress(c).Owed
	if _, err := shop.Cases.Rewards.Redeem(t.Context(), shop.Owner, c.ID, owed[0].ID, ""); err != nil {
		t.Fatal(err)
	}
}

func TestImportUndo_KnownCustomerChangedAfterImport_KeepsTheChange(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := servicetest.CustomerWithPhone(t, shop, "Ana", "+34612345678")
	completedImport := shop.Import("Nombre;Teléfono;Correo;Notas\nAna;612345678;ana@example.com;Corte\n")
	shop.Change(importedCustomer(t, shop, "612345678"), loyalty.CustomerChanges{Notes: loyalty.Change{Sent: true, Value: "Solo tijera"}})
	refreshCounts(t, shop)
	undone := undoImport(t, shop, completedImport.ID)
	current := importedCustomer(t, shop, "612345678")
	if current.ID != ana.ID || current.Notes != "Solo tijera" || current.Email != "" || undone.Reasons["Sus datos se han cambiado después"] != 1 {
		t.Errorf("after the undo %+v the customer is %+v; want the later note, without the e-mail", undone, current)
	}
}

func TestImportUndo_After30Days_IsRefusedAndDataAreRemoved(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	completedImport := shop.Import(importedSheet)
	shop.Clock.Advance(loyalty.ImportUndoPeriod + time.Minute)
	_, err := shop.Cases.Imports.Undo(t.Context(), shop.Owner, completedImport.ID, "")
	servicetest.MustRefuse(t, "a late undo", err, loyalty.ErrImportTooLate)
	if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"imports", "import_rows", "import_chunks"} {
		if rows := shop.Database.Rows(t, "SELECT count(*) FROM "+table); rows[0] != "0" {
			t.Errorf("%s has %s rows after 30 days, want 0", table, rows[0])
		}
	}
	if claims := shop.Database.Rows(t, "SELECT count(*) FROM import_claims"); claims[0] == "0" {
		t.Error("the claims are evidence and must stay")
	}
}

func TestImport_FailureInABatch_ContinuesAfterTheLease(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	text := "Nombre;Teléfono;Sellos\n"
	for i := range 120 {
		text += fmt.Sprintf("Cliente %d;6123%05d;3\n", i, i)
	}
	id := storedImport(t, shop, text)
	advanceImports(t, shop)
	startImport(t, shop, id)
	// A row blocks the third batch, as after a crash.
	shop.Database.Corrupt(t, fmt.Sprintf("INSERT INTO import_rows (business_id, import_id, run, number) SELECT business_id, id, run, 60 FROM imports WHERE id = '%s'", id))
	if err := shop.Cases.Imports.Advance(t.Context()); err == nil {
		t.Fatal("the import must fail at the obstacle")
	}
	if half := importOf(t, shop, id, loyalty.ImportImporting); half.RowsDone != 40 {
		t.Errorf("%d rows are done before the failure, want 40", half.RowsDone)
	}
	shop.Database.Corrupt(t, "DELETE FROM import_rows WHERE customer_id IS NULL")
	advanceImports(t, shop) // the first worker's lease has not ended
	importOf(t, shop, id, loyalty.ImportImporting)
	shop.Clock.Advance(time.Minute)
	advanceImports(t, shop)
	if completedImport := importOf(t, shop, id, loyalty.ImportDone); completedImport.Counts.New != 120 || completedImport.Counts.OpeningStamps != 360 {
		t.Errorf("the continued import is %+v; want New 120 and OpeningStamps 360", completedImport.Counts)
	}
	shop.MustHoldInvariants(t)
}

func TestImport_SeveralWorkers_ImportOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	id := storedImport(t, shop, importedSheet)
	advanceImports(t, shop)
	startImport(t, shop, id)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := shop.Cases.Imports.Advance(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if completedImport := importOf(t, shop, id, loyalty.ImportDone); completedImport.Counts.New != 2 || completedImport.Counts.OpeningStamps != 30 {
		t.Errorf("four workers imported %+v; want New 2 and OpeningStamps 30", completedImport.Counts)
	}
	shop.MustHoldInvariants(t)
}

func TestImport_SameKey_IsOneImport(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	request := service.ImportRequest{FileName: "clientes.csv", Data: []byte(importedSheet), Key: "once"}
	first, err := shop.Cases.Imports.Create(t.Context(), shop.Owner, request)
	if err != nil {
		t.Fatal(err)
	}
	second, err := shop.Cases.Imports.Create(t.Context(), shop.Owner, request)
	if err != nil || second.ID != first.ID {
		t.Errorf("the repeated request gives the import %s, want %s: %v", second.ID, first.ID, err)
	}
	request.Data = append(request.Data, "Eva;615345678;;;;;\n"...)
	_, err = shop.Cases.Imports.Create(t.Context(), shop.Owner, request)
	servicetest.MustRefuse(t, "another file with the key", err, loyalty.ErrIdempotencyMismatch)
}

func TestImport_LastVisit_MovesForwardAndIsNoVisit(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	today := shop.Business.DayOf(shop.Clock.Now())
	day := func(ago int) string { return string(today.Plus(-ago)) }
	shop.Import("Nombre;Teléfono;Última visita\nAna;612345678;" + day(40) + "\n")
	for _, step := range []struct{ ago, want int }{{60, 40}, {20, 20}, {20, 20}} {
		shop.Import("Nombre;Teléfono;Última visita\nAna;612345678;" + day(step.ago) + "\n")
		ana := importedCustomer(t, shop, "612345678")
		if string(ana.ImportedVisitDay) != day(step.want) || ana.VisitsCount != 0 || !ana.LastVisitAt.IsZero() {
			t.Errorf("after importing a last visit %d days ago the customer is %+v; want the imported day, without visits", step.ago, ana)
		}
	}
	countAbsent := func(days int) int64 {
		list, err := shop.Cases.Customers.List(t.Context(), shop.Owner, service.CustomersRequest{ListRequest: usecase.ListRequest{Limit: 10}, NotSeenFor: days})
		if err != nil {
			t.Fatal(err)
		}
		return list.Total
	}
	if countAbsent(15) != 1 || countAbsent(30) != 0 {
		t.Errorf("%d customers have been absent for 15 days and %d for 30, want 1 and 0", countAbsent(15), countAbsent(30))
	}
}

func TestImport_Claims_AreEvidenceInTheOwnDataAfterEachMerge(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Import(importedSheet)
	twin, ana := shop.Customer("Ana bis"), shop.Customer("Ana tres")
	mergeOf(t, shop, twin, importedCustomer(t, shop, "612345678"))
	mergeOf(t, shop, ana, twin)
	data, err := shop.Cases.SelfService.Data(t.Context(), servicetest.PortalUser(shop, ana))
	if err != nil {
		t.Fatal(err)
	}
	want := store.ImportClaim{Header: "Acepta promociones", Value: "Sí", FileName: "clientes.csv", At: shop.Clock.Now()}
	if len(data.Claims) != 1 || data.Claims[0].Header != want.Header || data.Claims[0].Value != want.Value || data.Claims[0].FileName != want.FileName {
		t.Errorf("the claims are %+v; want one, Header %v, Value %v and FileName %v", data.Claims, want.Header, want.Value, want.FileName)
	}
	if len(data.Consents) != 0 || !slices.Equal(shop.Database.Rows(t, "SELECT count(*) FROM consents"), []string{"0"}) {
		t.Errorf("a claim must not become a consent: %+v", data.Consents)
	}
}

func TestImport_TwoRowsOfAKnownCustomer_KeepBothClaims(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	servicetest.CustomerWithPhone(t, shop, "Ana", "+34612345678")
	shop.Change(importedCustomer(t, shop, "612345678"), loyalty.CustomerChanges{Email: loyalty.Change{Sent: true, Value: "ana@example.com"}})
	shop.Import("Nombre;Teléfono;Correo;Acepta promociones\nAna;612345678;;Sí\nAna;;ana@example.com;No\n")
	claims := shop.Database.Rows(t, "SELECT value FROM import_claims ORDER BY number")
	if !slices.Equal(claims, []string{"Sí", "No"}) {
		t.Errorf("the claims are %q, want Sí and No", claims)
	}
}

func TestMerge_ImportedLastVisit_MovesForwardAndReturns(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	today := shop.Business.DayOf(shop.Clock.Now())
	older, newer := today.Plus(-60), today.Plus(-40)
	shop.Import("Nombre;Teléfono;Última visita\nAna;612345678;" + string(older) + "\nAna María;613345678;" + string(newer) + "\n")
	for _, c := range []struct{ keptPhone, mergedPhone string }{{"612345678", "613345678"}, {"613345678", "612345678"}} {
		keptRecord, mergedRecord := importedCustomer(t, shop, c.keptPhone), importedCustomer(t, shop, c.mergedPhone)
		merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Admin, keptRecord.ID, mergedRecord.ID)
		if err != nil || merge.Customer.ImportedVisitDay != newer {
			t.Errorf("after the merge the last visit is %s, want %s: %v", merge.Customer.ImportedVisitDay, newer, err)
		}
		if err := shop.Cases.Merges.Undo(t.Context(), shop.Admin, merge.MergeID); err != nil {
			t.Fatal(err)
		}
		for _, before := range []loyalty.Customer{keptRecord, mergedRecord} {
			if after := importedCustomer(t, shop, before.Phone); after.ImportedVisitDay != before.ImportedVisitDay {
				t.Errorf("after the undo the last visit of %s is %s, want %s", before.Name, after.ImportedVisitDay, before.ImportedVisitDay)
			}
		}
	}
	shop.MustHoldInvariants(t)
}

// Systems that pad texts with NUL write it into vCards, and PostgreSQL stores none.
func TestImport_NULInAFile_IsDropped(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	card := func(name, phone string) string {
		return "BEGIN:VCARD\nVERSION:2.1\nFN;ENCODING=QUOTED-PRINTABLE:" + name + "\nTEL;ENCODING=QUOTED-PRINTABLE:" + phone + "=00\nEND:VCARD\n"
	}
	result := importText(t, shop, card("Ana=00=00", "612345678")+card("Eva", "6123"), false)
	if result.New != 1 || result.Skipped != 1 || !strings.Contains(result.Skips[0].Reason, "«6123»") {
		t.Errorf("the import reports %+v; want New 1, Skipped 1 and %q in Skips.Reason", result, "«6123»")
	}
	if ana := importedCustomer(t, shop, "612345678"); ana.Name != "Ana" {
		t.Errorf("the name is %q, want Ana", ana.Name)
	}
}

// An import answers the claim of a paper card. Its undo asks the staff again.
func TestImportUndo_ClaimedStamps_AreClaimedAgain(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, rejectedClaimant := claimant(t, shop, 7), claimant(t, shop, 5)
	if err := shop.Cases.Adjustments.RejectClaim(t.Context(), shop.Admin, rejectedClaimant.ID); err != nil {
		t.Fatal(err)
	}
	before := undoableState(t, shop)
	id := storedImport(t, shop, fmt.Sprintf("Nombre;Teléfono;Sellos\nAna;%s;6\nAna;%s;4\n", ana.Phone, rejectedClaimant.Phone))
	advanceImports(t, shop)
	startImport(t, shop, id)
	advanceImports(t, shop)
	if claim := claimOf(t, shop, ana); claim != 0 || stampsOf(shop, ana) != 6 || stampsOf(shop, rejectedClaimant) != 4 {
		t.Fatalf("the import leaves a claim of %d with %d and %d stamps; want 0, 6 and 4", claim, stampsOf(shop, ana), stampsOf(shop, rejectedClaimant))
	}
	if undone := undoImport(t, shop, id); undone.Restored != 2 {
		t.Errorf("the undo is %+v, want two restored", undone)
	}
	if after := undoableState(t, shop); after != before {
		t.Errorf("the undo leaves\n%s\nwant\n%s", after, before)
	}
	shop.MustHoldInvariants(t)
}
