package httpapi

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

func (s *site) activity(as caller, query string) (list ActivityList, sentences []string) {
	s.t.Helper()
	body := s.call(as, http.MethodGet, "/activity?"+query, "").has(http.StatusOK).body
	if err := json.Unmarshal([]byte(body), &list); err != nil {
		s.t.Fatal(err)
	}
	for _, entry := range list.Items {
		sentences = append(sentences, strings.Join(activityRow(entry)[2:4], " "))
	}
	slices.Sort(sentences) // the clock is stopped, so entries of one instant have a random order
	return list, sentences
}

func TestActivity_ChangedCustomer_NamesFieldsAndDeviceWithoutValues(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Register("Ana Ruiz")
	s.call(asOwner, http.MethodPatch, "/customers/"+ana.ID, `{"notes":"prefiere navaja","email":"nueva@example.es"}`).has(http.StatusOK)
	list, sentences := s.activity(asOwner, "group=CUSTOMERS&person="+s.Owner.UserID)
	if len(sentences) == 0 || !strings.HasSuffix(sentences[0], " cambió el correo y las notas de Ana Ruiz") {
		t.Fatalf("the activity is %q, want the change of Ana first", sentences)
	}
	entry := list.Items[0]
	if entry.Address == "" || entry.Person.Role != "OWNER" || strings.Join(entry.Fields, " ") != "email notes" || entry.Sentence[3].CustomerID != ana.ID {
		t.Errorf("the entry is %+v, want the owner's change of e-mail and notes", entry)
	}
	if storedRows := s.Database.Rows(t, "SELECT * FROM audit_events WHERE action = 'customer.changed'"); strings.Contains(strings.Join(storedRows, " "), "navaja") {
		t.Errorf("the trail has the new value of a field: %q", storedRows)
	}
	if _, none := s.activity(asForeignOwner, "customerId="+ana.ID); len(none) != 0 {
		t.Errorf("another business sees %q, want nothing", none)
	}
}

func TestActivity_FiltersAndPages_ListTheMatches(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, eva := s.Register("Ana Ruiz"), s.Register("Eva Gil")
	s.Visits(ana, 3)
	s.Visits(eva, 1)
	if _, got := s.activity(asOwner, "group=VISITS"); len(got) != 4 {
		t.Errorf("the visits are %q, want 4", got)
	}
	if _, got := s.activity(asOwner, "q=ruiz&group=VISITS"); len(got) != 3 {
		t.Errorf("a search for ruiz finds %q, want 3 entries", got)
	}
	if _, got := s.activity(asOwner, "q=nadie"); len(got) != 0 {
		t.Errorf("a search for a stranger finds %q, want nothing", got)
	}
	if _, got := s.activity(asOwner, "from=2020-01-01&to=2020-01-31"); len(got) != 0 {
		t.Errorf("a month without activity lists %q, want nothing", got)
	}
	s.call(asOwner, http.MethodGet, "/activity?from=2026-02-30", "").has(http.StatusUnprocessableEntity, "from")
	whole, _ := s.activity(asOwner, "limit=200")
	var pagedIDs []string
	for cursor := ""; ; {
		page, _ := s.activity(asOwner, "limit=2&cursor="+cursor)
		for _, entry := range page.Items {
			pagedIDs = append(pagedIDs, entry.ID)
		}
		if page.NextCursor == nil {
			break
		}
		cursor = *page.NextCursor
	}
	if len(pagedIDs) != len(whole.Items) || len(pagedIDs) < 6 {
		t.Fatalf("the pages have %d entries and the whole list %d, want as many, at least 6", len(pagedIDs), len(whole.Items))
	}
	for i, entry := range whole.Items {
		if pagedIDs[i] != entry.ID {
			t.Errorf("entry %d of the pages is %s, want %s", i, pagedIDs[i], entry.ID)
		}
	}
}

func TestActivity_OperatorReads_AreEntriesOnceInTenMinutes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Register("Ana Ruiz")
	read := func() {
		for _, path := range []string{"/customers/" + ana.ID, "/customers/" + ana.ID + "/visits", "/customers"} {
			s.call(asOperator, http.MethodGet, path+"?businessId="+s.Business.ID, "").has(http.StatusOK)
			s.call(asOwner, http.MethodGet, path, "").has(http.StatusOK)
		}
		s.call(asOperator, http.MethodGet, "/customers/unknown?businessId="+s.Business.ID, "").has(http.StatusNotFound)
		if err := s.Cases.Activity.Write(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	read()
	read()
	list, got := s.activity(asOwner, "group=READS")
	if len(got) != 2 || got[0] != "Operador miró la ficha de Ana Ruiz" || got[1] != "Operador miró la lista de clientes" {
		t.Fatalf("the reads are %q, want the record and the list", got)
	}
	if list.Items[0].Person.Name != "" {
		t.Errorf("the owner sees the operator's name %q, want none", list.Items[0].Person.Name)
	}
	s.Clock.Advance(11 * time.Minute)
	read()
	if _, got := s.activity(asOwner, "group=READS"); len(got) != 4 {
		t.Errorf("after eleven minutes the reads are %q, want 4", got)
	}
}

func TestActivity_Files_AreNotedAndHaveEachEntry(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Register("=1+1; Ana")
	csv := s.call(asOwner, http.MethodGet, "/activity/file", "").has(http.StatusOK).body
	if !strings.HasPrefix(csv, utf8BOM+"Día;Hora;Quién;Qué;") || !strings.Contains(csv, "registró") {
		t.Errorf("the CSV is %s; want %q at the start of it and %q in it", csv, utf8BOM+"Día;Hora;Quién;Qué;", "registró")
	}
	book, err := excelize.OpenReader(bytes.NewReader([]byte(s.call(asOwner, http.MethodGet, "/activity/file?format=xlsx", "").has(http.StatusOK).body)))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.GetRows("Actividad")
	if err != nil || len(rows) != strings.Count(csv, "\r\n") {
		t.Errorf("the workbook has %d rows, %v; the CSV is %q; want the same number", len(rows), err, csv)
	}
	s.call(asAdmin, http.MethodGet, "/reports/services/file", "").has(http.StatusOK)
	if err := s.Cases.Activity.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, got := s.activity(asOwner, "group=READS")
	if want := []string{"ADMIN descargó el archivo del informe de servicios", "OWNER descargó el archivo «Actividad»", "OWNER descargó el archivo «Actividad» (Excel)"}; !slices.Equal(got, want) {
		t.Errorf("the downloads are %q, want %q", got, want)
	}
	s.Clock.Advance(6 * time.Minute)
	s.call(asOwner, http.MethodGet, "/activity/file", "").has(http.StatusForbidden, "RECENT_AUTHENTICATION_REQUIRED")
}

func TestActivity_RefusedSignIns_AreCountedByAccountAndDay(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	email := s.Database.Rows(t, "SELECT email FROM users WHERE id = '"+s.Owner.UserID+"'")[0]
	for _, address := range []string{email, email, email, "nadie@example.es"} {
		s.call(asAnonymous, http.MethodPost, "/auth/login", `{"email":"`+address+`","password":"equivocada-1"}`).has(http.StatusUnauthorized)
	}
	if err := s.Cases.Activity.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	if rows := s.Database.Rows(t, "SELECT refused FROM refused_sign_ins ORDER BY refused"); strings.Join(rows, " ") != "1 3" {
		t.Errorf("the counts are %q, want 1 and 3", rows)
	}
	own := s.call(asOwner, http.MethodGet, "/activity/refused-sign-ins", "").has(http.StatusOK, `"count":3`).body
	if strings.Count(own, `"count"`) != 1 {
		t.Errorf("the owner must see one count, but sees %s", own)
	}
	s.call(asOperator, http.MethodGet, "/activity/refused-sign-ins", "").has(http.StatusOK, `"count":3`, `"userId":"","name":"","email":"","business":"","count":1`)
	if foreign := s.call(asForeignOwner, http.MethodGet, "/activity/refused-sign-ins", "").has(http.StatusOK).body; strings.Contains(foreign, "count") {
		t.Errorf("another business sees %s, want no count", foreign)
	}
}

func TestActivity_OfThePlatform_IsTheOperators(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Register("Ana Ruiz")
	list, _ := s.activity(asOperator, "limit=200")
	for _, entry := range list.Items {
		if entry.Group != "ACCESS" {
			t.Errorf("the platform's activity has %+v, want the group ACCESS", entry)
		}
	}
	if _, got := s.activity(asOperator, "group=CUSTOMERS&businessId="+s.Business.ID); len(got) == 0 {
		t.Error("the operator does not see the activity of a chosen business")
	}
	for _, as := range []caller{asBarber, asAdmin} {
		s.call(as, http.MethodGet, "/activity", "").has(http.StatusForbidden)
	}
}
