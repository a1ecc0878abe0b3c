package httpapi

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

// oddCustomers adds customers with unusual data.
func oddCustomers(t *testing.T, s *site) {
	t.Helper()
	change := func(value string) loyalty.Change { return loyalty.Change{Sent: true, Value: value} }
	phone := 0
	add := func(name, notes, birthday, email string) loyalty.Customer {
		phone++
		customer := servicetest.CustomerWithPhone(t, s.Shop, name, fmt.Sprintf("+346000001%02d", phone))
		changes := loyalty.CustomerChanges{}
		if notes != "" {
			changes.Notes = change(notes)
		}
		if birthday != "" {
			changes.Birthday = change(birthday)
		}
		if email != "" {
			changes.Email = change(email)
		}
		return s.Change(customer, changes)
	}
	add("💈 José 👨‍👩‍👧", "emoji 👍", "", "")
	add("محمد علي", "שלום", "1996-02-29", "rtl@example.com")
	add(strings.Repeat("Ñandú ", 19)+"Final", "", "", "")
	add("=SUM(A1) Pérez", "=1+1", "", "")
	add("+Positiva", "+34 600", "", "")
	add("-Menos", "- uno\n- dos", "", "")
	add("@Arroba", "@x\n\n=y", "", "")
	add("Total García", "Total", "", "")
	add("Ana; \"López\", hija", "una;dos,\"tres\"\ncuatro\n\ncinco\\n ", "", "")
	add("Dos Correos", loyalty.OtherEmailNote("dos@example.com")+"\n"+loyalty.OtherPhoneNote("+34915551236"), "1960-12-31", "uno@example.com")
	add("Larga Nota", strings.Repeat("ñ ", 900), "", "")
	servicetest.CustomerWithPhone(t, s.Shop, "Pays Français", "+33612345678")
	servicetest.CustomerWithPhone(t, s.Shop, "Luz México", "+5215512345678")
	servicetest.CustomerWithPhone(t, s.Shop, "US Joe", "+12025550123")
	vip, stampedCustomer := s.Customer("Vip Uno", loyalty.TagVIPA), s.Customer("Con Sellos")
	s.Visits(vip, 6)
	s.Visits(stampedCustomer, 13)
	pool1, pool2 := s.Customer("Pool Uno"), s.Customer("Pool Dos")
	s.Family(loyalty.PolicyPool, pool1, pool2)
	s.Visits(pool1, 2)
	s.Clock.Advance(24 * time.Hour)
	s.Visits(pool2, 1)
	keptCustomer, mergedCustomer := s.Customer("Unida"), s.Customer("Unida")
	s.Visits(keptCustomer, 1)
	s.Visits(mergedCustomer, 2)
	if _, err := s.Cases.Merges.Merge(t.Context(), s.Owner, keptCustomer.ID, mergedCustomer.ID); err != nil {
		t.Fatal(err)
	}
	s.Archive(s.Customer("Archivada"))
	changedCustomer := s.Customer("QR Cambiado")
	if _, err := s.Cases.QRChanges.Change(t.Context(), s.Owner, changedCustomer.ID, ""); err != nil {
		t.Fatal(err)
	}
}

func (s *site) importList(list, path string) Import {
	s.t.Helper()
	createdImport := importBody(s.t, s.call(asOwner, http.MethodPost, path, list).has(http.StatusCreated))
	s.advance()
	s.call(asOwner, http.MethodPost, "/imports/"+createdImport.ID+"/start", "").has(http.StatusOK)
	s.advance()
	return importBody(s.t, s.call(asOwner, http.MethodGet, "/imports/"+createdImport.ID, "").has(http.StatusOK, `"state":"DONE"`))
}

func (s *site) listedCustomers() []string {
	return s.Database.Rows(s.t, fmt.Sprintf(`SELECT name, phone, email, birthday, coalesce(notes, '') FROM customers
		WHERE business_id = '%s' AND archived_at IS NULL ORDER BY name, phone`, s.Business.ID))
}

func TestCustomerList_OddCustomers_ComeBackFromEachFormat(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	oddCustomers(t, s)
	cards := func() []string {
		return s.Database.Rows(t, "SELECT customer_id, family_id, stamps FROM cards ORDER BY id")
	}
	customers, stamps := s.listedCustomers(), cards()
	s.tokens[asOwner] = "" // the days that have passed need a recent authentication
	for _, format := range []string{"csv", "xlsx", "vcf"} {
		list := s.call(asOwner, http.MethodPost, "/business/customers/export", `{"format":"`+format+`"}`).has(http.StatusOK).body
		path := "/imports?fileName=clientes." + format
		if doneImport := s.importList(list, path); int(doneImport.Result.Known) != len(customers) || !slices.Equal(s.listedCustomers(), customers) || !slices.Equal(cards(), stamps) {
			t.Errorf("%s changes the business that it comes from: %+v\n%q", format, doneImport.Result, s.listedCustomers())
		}
		empty := newSite(t)
		doneImport := empty.importList(list, path)
		if got := empty.listedCustomers(); int(doneImport.Result.New) != len(customers) || !slices.Equal(got, customers) {
			t.Errorf("%s brings %+v\n%q\nwant\n%q", format, doneImport.Result, got, customers)
		}
		empty.call(asOwner, http.MethodPost, "/imports/"+doneImport.ID+"/undo", "").has(http.StatusOK)
		empty.advance()
		if remainingCustomers := empty.listedCustomers(); len(remainingCustomers) > 0 {
			t.Errorf("after the undo %s leaves %q, want none", format, remainingCustomers)
		}
		empty.MustHoldInvariants(t)
	}
	s.MustHoldInvariants(t)
}

// Each member would bring the stamps that the family shares.
func TestCustomerList_FamilyStamps_AreNotImported(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, luis := s.Customer("Ana"), s.Customer("Luis")
	s.Visits(ana, 2)
	s.Family(loyalty.PolicyPool, ana, luis)
	s.Clock.Advance(24 * time.Hour)
	s.Visits(luis, 3)
	s.tokens[asOwner] = "" // the day that has passed needs a recent authentication
	list := s.call(asOwner, http.MethodPost, "/business/customers/export", `{"format":"csv"}`).has(http.StatusOK, ";Sellos de la familia").body
	before := s.Database.Rows(t, "SELECT id, stamps FROM cards ORDER BY id")
	if doneImport := s.importList(list, "/imports?fileName=clientes.csv"); doneImport.Result.OpeningStamps != 0 {
		t.Errorf("the business that the list comes from gets %d stamps, want 0", doneImport.Result.OpeningStamps)
	}
	if after := s.Database.Rows(t, "SELECT id, stamps FROM cards ORDER BY id"); !slices.Equal(after, before) {
		t.Errorf("the cards of that business change from %q to %q, want no change", before, after)
	}
	empty := newSite(t)
	if doneImport := empty.importList(list, "/imports?fileName=clientes.csv"); doneImport.Result.New != 2 || doneImport.Result.OpeningStamps != 2 {
		t.Errorf("another business gets %d customers and %d stamps, want 2 and those of Ana's own card", doneImport.Result.New, doneImport.Result.OpeningStamps)
	}
}
