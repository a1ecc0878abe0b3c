package httpapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

func badBodies(valid string) map[string]string {
	bad := map[string]string{
		"broken JSON":                      valid[:len(valid)-1],
		"not JSON":                         "name=Ana&phone=612345678",
		"an array":                         "[" + valid + "]",
		"a string":                         `"Ana"`,
		"a number":                         "7",
		"null":                             "null",
		"two objects":                      valid + valid,
		"a trailing comma":                 strings.TrimSuffix(valid, "}") + ",}",
		"an unknown field":                 strings.TrimSuffix(valid, "}") + `,"isAdmin":true}`,
		"deeply nested arrays":             strings.Repeat("[", 30_000) + strings.Repeat("]", 30_000),
		"a deeply nested field":            strings.TrimSuffix(valid, "}") + `,"deep":` + strings.Repeat(`{"a":`, 5_000) + "1" + strings.Repeat("}", 5_001),
		"a megabyte":                       strings.TrimSuffix(valid, "}") + `,"isAdmin":"` + strings.Repeat("a", 1<<20) + `"}`,
		"a raw NUL in the name of a field": strings.Replace(valid, `":`, "\x00\":", 1),
		"a raw NUL after the object":       valid + "\x00",
	}
	for field, value := range fields(valid) {
		for name, wrong := range badValues(value) {
			bad[field+": "+name] = replaceField(valid, field, wrong)
		}
		bad[field+": sent twice, once in capitals"] = strings.TrimSuffix(valid, "}") + fmt.Sprintf(",%q:%s}", strings.ToUpper(field), value)
		bad[field+": sent twice"] = strings.TrimSuffix(valid, "}") + fmt.Sprintf(",%q:%s}", field, value)
	}
	return bad
}

func badValues(valid json.RawMessage) map[string]string {
	wrong := map[string]string{"an object": `{}`, "an array": `["a"]`, "a number": `1.5`}
	if strings.HasPrefix(string(valid), `["`) {
		delete(wrong, "an array")
	}
	if valid[0] != '"' {
		wrong["a string"] = `"si"`
		return wrong
	}
	wrong["a boolean"] = `true`
	wrong["a NUL"] = `"a\u0000b"`
	wrong["invalid UTF-8"] = "\"a\xff\xfeb\""
	wrong["a cut UTF-8 sequence"] = "\"a\xc3\""
	return wrong
}

func fields(object string) map[string]json.RawMessage {
	values := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(object), &values); err != nil {
		panic(err)
	}
	return values
}

func replaceField(object, field, value string) string {
	values := fields(object)
	var out strings.Builder
	for name, old := range values {
		if name == field {
			old = json.RawMessage(value)
		}
		fmt.Fprintf(&out, ",%q:%s", name, old)
	}
	return "{" + out.String()[1:] + "}"
}

func TestBodies_Invalid_AreRefusedAndChangeNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, r := range table() {
		e := examples()[r.String()]
		if e.body == nil || takesFile(r) { // TestImports_HostileFile_IsRefusedAndChangesNothing, TestCopies_HostileFile_…
			continue
		}
		t.Run(r.String(), func(t *testing.T) {
			siteCopy := *s
			siteCopy.t = t
			path, valid := e.path(&siteCopy), e.body(&siteCopy)
			siteCopy.token(siteCopy.reader(r))
			before := s.Database.Dump(t)
			for name, body := range badBodies(valid) {
				siteCopy.mustRefuseBody(r, path, name, body)
			}
			mustBeEqual(t, before, s.Database.Dump(t))
		})
	}
}

func takesFile(r route) bool {
	return slices.Contains([]string{"POST /imports", "POST /imports/copy", "POST /business/restore"}, r.String())
}

func (s *site) mustRefuseBody(r route, path, name, body string) {
	s.t.Helper()
	if name == "null" && r.String() != "PATCH /customers/{id}" && strings.HasSuffix(r.path, "/{id}/visits") {
		return // these bodies may be missing
	}
	if name == "an unknown field" && r.who.name == walletDevice.name {
		return // unknown fields are accepted, because Apple may add some
	}
	got := s.call(s.reader(r), r.method, addParameter(path, "businessId="+s.Business.ID), body)
	if got.status < 400 || got.status >= 500 {
		s.t.Errorf("%s: got %d, want 4xx: %s", name, got.status, got.body)
		return
	}
	got.problem()
}

func (s *site) reader(r route) caller {
	switch {
	case r.who.open():
		return asAnonymous
	case r.who.customer:
		return asCustomer
	case r.who.allows(loyalty.Owner):
		return asOwner
	}
	return asOperator
}

func TestBodies_OtherContentTypes_AreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, r := range table() {
		e := examples()[r.String()]
		if e.body == nil {
			continue
		}
		path, body := e.path(s), e.body(s)
		s.token(s.reader(r))
		before := s.Database.Dump(t)
		for _, contentType := range []string{"text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"} {
			request := s.request(s.reader(r), r.method, path, body)
			request.Header.Set("Content-Type", contentType)
			got := s.send(request)
			if got.status < 400 || got.status >= 500 {
				t.Errorf("%s with %s: got %d, want 4xx: %s", r, contentType, got.status, got.body)
				continue
			}
			got.problem()
		}
		mustBeEqual(t, before, s.Database.Dump(t))
	}
}

func TestURLs_Invalid_AreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	foreign := s.other.Customer("Berta Ajena")
	s.other.Visit(foreign)
	badIDs := []string{"%00", "a%00b", "%ff", "%c3%28", "no-such-id", "..%2f..%2fetc%2fpasswd", "%20", "'%20OR%201=1--", strings.Repeat("a", 65), strings.Repeat("a", 5000), foreign.ID}
	bodies := map[string]string{}
	for _, r := range table() {
		if e := examples()[r.String()]; e.body != nil {
			bodies[r.String()] = e.body(s)
		}
	}
	s.token(asCustomer)
	dump := func() []string { // even a refused call counts as use of its session
		return slices.DeleteFunc(s.Database.Dump(t), func(row string) bool { return strings.HasPrefix(row, "staff_sessions ") })
	}
	before := dump()
	for _, r := range table() {
		if !strings.Contains(r.path, "{") || strings.HasPrefix(r.path, "/public/customers") || strings.HasPrefix(r.path, "/public/wallet/") {
			continue // any caller may use any id of any business
		}
		for _, id := range badIDs {
			path := strings.NewReplacer("{id}", id, "{rewardId}", id, "{customerId}", id, "{pictureId}", id, "{visitId}", id, "{name}", id).Replace(r.path)
			got := s.call(s.reader(r), r.method, path, bodies[r.String()])
			if got.status < 400 || got.status >= 500 {
				t.Errorf("%s with id %.40q: got %d, want 4xx: %s", r, id, got.status, got.body)
				continue
			}
			got.problem()
			got.lacks("Ajena")
		}
	}
	mustBeEqual(t, before, dump())
}

func TestLists_InvalidParameters_AreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	as := func(path string) caller {
		if strings.HasPrefix(path, "/cp/") {
			return asOperator
		}
		return asOwner
	}
	for _, path := range []string{"/cp/businesses", "/cp/wa/messages", "/customers", "/customers/" + ana.QR() + "/visits", "/visits?customerId=" + ana.QR(), "/customers/" + ana.QR() + "/rewards", "/public/customers/" + ana.QR() + "/visits"} {
		for _, parameter := range []string{
			"limit=0", "limit=-1", "limit=1001", "limit=mil", "limit=1.5", "limit=99999999999999999999", "cursor=x", "cursor=%00",
			"cursor=bnVsbA", "cursor=WyJhIl0", "cursor=W10", "cursor=WyIxIiwiYSIsImIiXQ", "cursor=WyJcdTAwMDAiLCJhIl0", "q=%00", "q=%ff",
			"q=" + strings.Repeat("a", 201), "cursor=" + strings.Repeat("a", 501),
		} {
			got := s.call(as(path), http.MethodGet, addParameter(path, parameter), "")
			if got.status < 400 || got.status >= 500 {
				t.Errorf("%s with %.40s: got %d, want 4xx: %s", path, parameter, got.status, got.body)
				continue
			}
			got.problem()
		}
		for _, parameter := range []string{"limit=1", "limit=1000", "cursor=", "q=", "q=%25", "q=_", "q=%5C", "q='--"} {
			s.call(as(path), http.MethodGet, addParameter(path, parameter), "").has(http.StatusOK, `"items":[`, `"nextCursor":`)
		}
	}
	s.call(asOwner, http.MethodGet, "/visits", "").has(http.StatusUnprocessableEntity, "customerId")
}

func mustBeEqual(t *testing.T, before, after []string) {
	t.Helper()
	for _, row := range after {
		if _, found := slices.BinarySearch(before, row); !found {
			t.Errorf("the database has a new row: %s", row)
		}
	}
	for _, row := range before {
		if _, found := slices.BinarySearch(after, row); !found {
			t.Errorf("the database lost the row: %s", row)
		}
	}
}
