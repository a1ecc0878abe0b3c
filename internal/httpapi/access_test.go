package httpapi

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/store/storetest"
)

var update = flag.Bool("update", false, "write the golden files in testdata anew")

func mustMatchGolden(t *testing.T, file, got, change string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s; if that is meant, run this test with -update.\ngot:\n%s\nwant:\n%s", change, got, want)
	}
}

// Spec: product-3, roles-3, roles-5, roles-6, roles-7, roles-10, roles-16, roles-17, roles-20, calls-23, calls-27, calls-29, calls-32
func TestRouteTable(t *testing.T) {
	const golden = "testdata/routes.golden"
	var lines strings.Builder
	for _, level := range []admission{public, provider, walletDevice, customer, signedIn, anyUser, staff, adminLevel, owner, ownerOrPlatform, operator} {
		fmt.Fprintf(&lines, "# %-12s %v, a customer: %t, of a business: %t\n", level.name, level.roles, level.customer, level.business)
	}
	for _, r := range table() {
		fmt.Fprintf(&lines, "%-7s %-45s %s\n", r.method, r.path, r.who.name)
	}
	mustMatchGolden(t, golden, lines.String(), "who may call what has changed")
}

// Spec: product-3, roles-3, roles-5, roles-6, roles-7, roles-10, roles-16, roles-17, roles-20
func TestRoutes_Roles_AreAdmittedOrRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	defer s.mustTraceNoPersonalData(s.startTracing())
	for _, r := range table() {
		e := examples()[r.String()]
		if e.path == nil {
			t.Errorf("%s has no example", r)
			continue
		}
		for _, as := range s.callersOf(r, e) {
			t.Run(fmt.Sprintf("%s as %q", r, as), func(t *testing.T) {
				s.callAs(t, r, e, as)
			})
		}
	}
}

// callersOf returns all callers on SQLite, and at night. On PostgreSQL it leaves out those whom their role refuses, before
// any query of the route, and all but the first of those who get the same response.
func (s *site) callersOf(r route, e example) []caller {
	if !storetest.IsPostgres() || servicetest.Effort() > 1 {
		return all()
	}
	var callers []caller
	seenStatuses := map[int]bool{http.StatusUnauthorized: !r.who.open(), http.StatusForbidden: true}
	for _, as := range all() {
		if want := s.expectedStatus(r, e, as); !seenStatuses[want] || as == asForeignOwner {
			seenStatuses[want] = true
			callers = append(callers, as)
		}
	}
	return callers
}

func (s *site) callAs(t *testing.T, r route, e example, as caller) {
	siteCopy := *s
	siteCopy.t, siteCopy.as = t, as
	path, body := e.path(&siteCopy), ""
	if e.body != nil {
		body = e.body(&siteCopy)
	}
	if as == asForeignOwner {
		// The other owner's request names our business, which has no effect.
		path = addParameter(path, "businessId="+s.Business.ID)
	}
	got := siteCopy.call(as, r.method, path, body)
	if got.status == http.StatusOK && (r.path == "/portal/me/erasure" || r.path == "/portal/me/phone/release" || strings.HasSuffix(r.path, "/logout")) {
		delete(siteCopy.tokens, as) // the customer or session no longer exists
	}
	if want := s.expectedStatus(r, e, as); got.status != want {
		t.Errorf("got %d, want %d: %s", got.status, want, got.body)
	}
	if got.status >= http.StatusBadRequest {
		got.problem()
	}
	if !r.who.open() && (as == asForeignOwner || as == asAnonymous || as == asForger || (as == asCustomer && !r.who.customer)) {
		got.lacks("Secreta", s.Business.Name)
	}
	if as == asOperator && r.who.business {
		siteCopy.call(as, r.method, addParameter(path, "businessId=unknown"), body).has(http.StatusNotFound)
		siteCopy.call(as, r.method, addParameter(path, "businessId="+s.Business.ID), body).has(e.status)
	}
}

func (s *site) expectedStatus(r route, e example, as caller) int {
	role := loyalty.Role(as)
	if as == asForeignOwner {
		role = loyalty.Owner
	}
	switch {
	case r.who.open():
		return e.status
	case as == asAnonymous || as == asForger || r.who.customer != (as == asCustomer):
		return http.StatusUnauthorized
	case r.who.customer:
		return e.status
	case !r.who.allows(role):
		return http.StatusForbidden
	case as == asOperator && r.who.business:
		return http.StatusUnprocessableEntity
	case as == asForeignOwner && hasRecordID(r):
		return http.StatusNotFound
	}
	return e.status
}

func hasRecordID(r route) bool {
	switch r.String() {
	case "POST /visits", "GET /visits", "POST /customers/lookup", "POST /customers/visits/by-phone", "POST /users/reset-password":
		return true
	}
	return strings.Contains(r.path, "{") && !strings.Contains(r.path, "{day}") // the day exists in every business
}

// Spec: roles-4
func TestCustomers_BusinessParameter_IsForOperatorsOnly(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.other.Customer("Berta Ajena")
	s.call(asOwner, "GET", "/customers?businessId="+s.other.Business.ID, "").has(http.StatusOK).lacks("Berta Ajena")
	s.call(asOperator, "GET", "/customers?businessId="+s.other.Business.ID, "").has(http.StatusOK, "Berta Ajena")
}

func TestAuthentication_WithoutBearerToken_IsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, header := range []string{"", "Bearer", "Bearer ", "Basic b3duZXI6eA==", "bearer ", s.token(asOwner), "Bearer " + s.token(asOwner) + "x"} {
		request := s.request(asAnonymous, "GET", "/business", "")
		request.Header.Set("Authorization", header)
		if problem := s.send(request).has(http.StatusUnauthorized).problem(); problem.Code != loyalty.ErrUnauthenticated.Code {
			t.Errorf("Authorization %q is refused with %s, want %s", header, problem.Code, loyalty.ErrUnauthenticated.Code)
		}
	}
}

func TestAuthentication_SchemeInAnotherCase_IsTheSameSession(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.inPortal()
	for as, path := range map[caller]struct{ read, logout string }{
		asOwner: {"/business", "/auth/logout"}, asCustomer: {"/portal/me", "/portal/me/logout"},
	} {
		call := func(method, path string) answer {
			request := s.request(asAnonymous, method, path, "")
			request.Header.Set("Authorization", "bEARER "+s.token(as))
			return s.send(request)
		}
		call(http.MethodGet, path.read).has(http.StatusOK)
		call(http.MethodPost, path.logout).has(http.StatusOK)
		s.call(as, http.MethodGet, path.read, "").has(http.StatusUnauthorized)
	}
}

// Spec: routes-11
func TestLogout_Session_EndsAndOthersContinue(t *testing.T) {
	t.Parallel()
	for as, path := range map[caller]struct{ logout, other string }{
		asBarber: {"/auth/logout", "/business"}, asOperator: {"/auth/logout", "/cp/businesses"}, asCustomer: {"/portal/me/logout", "/portal/me"},
	} {
		t.Run(string(as), func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			remaining := s.token(as)
			s.call(as, http.MethodPost, path.logout, "").has(http.StatusOK)
			for _, again := range []string{path.other, path.other} {
				s.call(as, http.MethodGet, again, "").has(http.StatusUnauthorized, loyalty.ErrTokenExpired.Code)
			}
			s.call(as, http.MethodPost, path.logout, "").has(http.StatusUnauthorized)
			delete(s.tokens, as)
			if s.call(as, http.MethodGet, path.other, "").has(http.StatusOK); s.token(as) == remaining {
				t.Error("two sessions have one token")
			}
		})
	}
}
