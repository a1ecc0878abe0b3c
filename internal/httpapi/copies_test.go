package httpapi

import (
	"bufio"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"axioma/internal/archive"
	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

func formerShop(t *testing.T) (former *site, export string) {
	t.Helper()
	former = newSiteWithOtherIDs(t)
	ana := former.Register("Ana Secreta")
	former.Visits(ana, 13)
	former.Change(ana, loyalty.CustomerChanges{Notes: loyalty.Change{Sent: true, Value: "corto; sin prisa"}})
	former.Archive(former.Customer("Archivada"))
	former.Family(loyalty.PolicyPool, former.Customer("Berta"), former.Customer("Carla"))
	export = former.call(asOwner, http.MethodPost, "/business/export", "").has(http.StatusOK).body
	return former, export
}

func newSiteWithOtherIDs(t *testing.T) *site {
	t.Helper()
	town := servicetest.NewTown(t)
	for range 20 {
		town.Operator(t)
	}
	return newSiteIn(t, town)
}

func lastLine(t *testing.T, got answer) RestoreLine {
	t.Helper()
	var line RestoreLine
	for lines := bufio.NewScanner(strings.NewReader(got.body)); lines.Scan(); {
		line = RestoreLine{}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatalf("parsing failed: %v in the line %s", err, lines.Text())
		}
	}
	return line
}

// Spec: checkin-21
func TestCopies_EmptyBusiness_GetsEverythingBack(t *testing.T) {
	t.Parallel()
	former, export := formerShop(t)
	s := newSite(t)
	s.Clock.Set(former.Clock.Now().Add(time.Minute))
	got := s.call(asOwner, http.MethodPost, "/business/restore", export).has(http.StatusOK)
	if kind := got.header.Get("Content-Type"); kind != restoreLines {
		t.Errorf("the response has the content type %q, want %q", kind, restoreLines)
	}
	line := lastLine(t, got)
	if line.Problem != nil || line.Result == nil || line.Result.Customers != 4 || line.Result.Visits != 13 || line.Done != line.Total {
		t.Fatalf("the last line is %+v; want no Problem, some Result, Result.Customers 4, Result.Visits 13 and Done %v", line, line.Total)
	}
	count := func(at *site, query string) string { return strings.Join(at.Database.Rows(t, query), "\n") }
	for _, query := range []string{
		"SELECT id, name, phone, notes, visits_count, archived_at FROM customers WHERE business_id = '%s' ORDER BY id",
		"SELECT id, stamps FROM cards WHERE business_id = '%s' ORDER BY id", "SELECT id, stamp_number FROM visits WHERE business_id = '%s' ORDER BY id",
		"SELECT id, kind, status FROM rewards WHERE business_id = '%s' ORDER BY id", "SELECT id, name FROM families WHERE business_id = '%s' ORDER BY id",
		"SELECT id, kind, granted FROM consents WHERE business_id = '%s' ORDER BY id",
	} {
		want, had := count(former, strings.ReplaceAll(query, "%s", former.Business.ID)), count(s, strings.ReplaceAll(query, "%s", s.Business.ID))
		if want != had || want == "" {
			t.Errorf("%s\nbefore: %s\nafter: %s", query, want, had)
		}
	}
	s.call(asOwner, http.MethodGet, "/customers?q=Ana", "").has(http.StatusOK, "Ana Secreta")
	s.MustHoldInvariants(t)
	s.call(asOwner, http.MethodPost, "/business/restore", export).has(http.StatusConflict, "RESTORE_NOT_EMPTY")
}

func TestCopies_RunningRestore_EndsNoSession(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Suspend()
	s.call(asOwner, http.MethodGet, "/business", "").has(http.StatusUnauthorized)
	s.Database.Corrupt(t, `INSERT INTO data_jobs (business_id, claim, lease_until, rollback_data) VALUES ('`+s.Business.ID+`', 'x', 9000000000000, '{"status":"ACTIVE"}')`)
	s.call(asOwner, http.MethodGet, "/business", "").has(http.StatusConflict, "RESTORE_RUNNING")
}

// Spec: checkin-21
func TestCopies_BusinessWithCustomers_ImportsThemAsAFile(t *testing.T) {
	t.Parallel()
	_, export := formerShop(t)
	s := newSite(t)
	eva := s.Customer("Eva")
	createdImport := importBody(t, s.call(asOwner, http.MethodPost, "/imports/copy?fileName=copia.zip", export).has(http.StatusCreated, `"fileName":"copia.zip"`))
	if createdImport.Rows != 3 || !createdImport.DateOrder.Decided {
		t.Errorf("the copy has %+v; want Rows 3 and DateOrder.Decided true", createdImport)
	}
	for _, column := range createdImport.Columns {
		if column.Field == nil {
			t.Errorf("the column %s maps to no field", column.Header)
		}
	}
	s.advance()
	s.call(asOwner, http.MethodPost, "/imports/"+createdImport.ID+"/start", "").has(http.StatusOK)
	s.advance()
	doneImport := importBody(t, s.call(asOwner, http.MethodGet, "/imports/"+createdImport.ID, "").has(http.StatusOK, `"state":"DONE"`))
	// 13 stamps of cards of 10, with the free service owed: a full card and 3 stamps.
	if doneImport.Result.New != 3 || doneImport.Result.OpeningStamps != 13 || doneImport.Result.Owed != 1 || doneImport.Result.LastVisits != 1 {
		t.Errorf("the import counts %+v; want New 3, OpeningStamps 13, Owed 1 and LastVisits 1", doneImport.Result)
	}
	s.call(asOwner, http.MethodGet, "/customers?q=Ana", "").has(http.StatusOK, `"notes":"corto; sin prisa"`)
	if consents := s.Database.Rows(t, "SELECT id FROM consents WHERE business_id = '"+s.Business.ID+"' AND customer_id <> '"+eva.ID+"'"); len(consents) > 0 {
		t.Errorf("consents were imported: %q, want none", consents)
	}
	s.MustHoldInvariants(t)
}

func TestCopies_HostileFile_IsRefusedAndChangesNothing(t *testing.T) {
	t.Parallel()
	_, export := formerShop(t)
	s := newSite(t)
	before := s.dumpWithoutKeys()
	for name, test := range map[string]struct {
		body, want string
		status     int
	}{
		"zip bomb":    {string(zipBomb(t, 500)), "no es suyo", http.StatusUnprocessableEntity},
		"no archive":  {"Nombre;Teléfono\nAna;612345678\n", "No es un ZIP", http.StatusUnprocessableEntity},
		"half a copy": {export[:len(export)/2], "No es un ZIP", http.StatusUnprocessableEntity},
		"another ZIP": {string(zipParts(t, map[string][]byte{"customers.jsonl": []byte("{}\n")})), "le falta axioma.json", http.StatusUnprocessableEntity},
	} {
		t.Log(name)
		for _, path := range []string{"/business/restore", "/imports/copy"} {
			s.call(asOwner, http.MethodPost, path, test.body).has(test.status, test.want)
		}
	}
	form := s.request(asOwner, http.MethodPost, "/business/restore", export)
	form.Header.Set("Content-Type", "text/plain")
	s.send(form).has(http.StatusUnsupportedMediaType, "NOT_A_FILE")
	s.call(asOwner, http.MethodPost, "/imports", export).has(http.StatusUnprocessableEntity, "Es la copia de un negocio de Axioma")
	mustNotChange(t, before, s.dumpWithoutKeys())
	if !archive.IsCopy(strings.NewReader(export), int64(len(export))) {
		t.Error("the export is not recognized as a copy")
	}
}

func TestCopies_TooLarge_IsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, path := range []string{"/business/restore", "/imports/copy"} {
		request := s.request(asOwner, http.MethodPost, path, "PK")
		request.ContentLength = maxCopy + 1
		s.send(request).has(http.StatusRequestEntityTooLarge, "TOO_LARGE", "256 MB")
	}
	problem := &Problem{}
	if err := unreadBody(&http.MaxBytesError{Limit: maxCopy}); !errors.As(err, &problem) || problem.status != http.StatusRequestEntityTooLarge {
		t.Errorf("a body over the limit: got %v, want 413", err)
	}
}

func TestCopies_Slots_AreReleased(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for range 2 * copiesAtOnce {
		s.call(asOwner, http.MethodPost, "/business/restore", "x").has(http.StatusUnprocessableEntity)
	}
}
