package httpapi

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

func (s *site) signInToPortal(customer loyalty.Customer) PortalSession {
	s.t.Helper()
	code := s.Code(customer.Phone)
	var session PortalSession
	s.call(asAnonymous, http.MethodPost, "/auth/customer/verify",
		fmt.Sprintf(`{"phone":%q,"code":%q,"businessId":%q}`, customer.Phone, code, s.Business.ID)).
		has(http.StatusOK, `{"token":"`, `"access_token":"`, `"customerId":"`+customer.ID+`"`, `"businessId":"`+s.Business.ID+`"`).into(&session)
	s.tokens[asCustomer] = session.Token
	return session
}

// Spec: portal-16, calls-11, calls-33
func TestPortal_Customer_SeesCardVisitsAndRewards(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, berta := s.Register("Ana"), s.Customer("Berta Ajena")
	s.Visits(ana, 4)
	s.callOnce(asOwner, "/customers/"+ana.ID+"/visits", `{"notes":"Corte y barba","authorized":true}`).has(http.StatusCreated)
	s.Visit(berta)
	session := s.signInToPortal(ana)
	if session.CustomerID != ana.ID || session.BusinessID != s.Business.ID || session.AccessToken != session.Token || session.Name != "Ana" {
		t.Errorf("the session is %+v; want CustomerID %v, BusinessID %v, AccessToken %v and Name Ana", session, ana.ID, s.Business.ID, session.Token)
	}
	var own PortalCustomer
	s.call(asCustomer, http.MethodGet, "/portal/me", "").has(http.StatusOK).lacks("Ajena").into(&own)
	if own.ID != ana.ID || own.VisitsCount != 5 || own.PendingRewards != 2 || own.Progress.Count != 5 || own.Progress.ToFree != 5 ||
		*own.Phone != ana.Phone || own.QRURL != qrURL(ana.QR()) || own.BusinessName != s.Business.Name {
		t.Errorf("the portal shows %+v, want Ana with 5 visits and 2 rewards", own)
	}
	s.call(asCustomer, http.MethodGet, "/portal/me/visits", "").has(http.StatusOK, `"items":[{"id":"`, `"visitedAt":"2026-03-26T`, `"notes":"Corte y barba"`, `"total":5`)
	s.call(asCustomer, http.MethodGet, "/portal/me/rewards", "").has(http.StatusOK, `"items":[{"id":"`, `"kind":"HALF","status":"PENDING"`,
		`"note":"50 % de descuento · visita 5"`, `"kind":"WELCOME"`, `"total":2`)
	if _, err := s.Redeem(ana, loyalty.RewardHalf); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/portal/me/rewards", "/portal/me/data"} {
		s.call(asCustomer, http.MethodGet, path, "").has(http.StatusOK, `"status":"REDEEMED"`, `"redeemedBy":null`).lacks("BARBER")
	}
	s.call(asCustomer, http.MethodGet, "/portal/me/visits?limit=2", "").has(http.StatusOK, `"nextCursor":"`)
	s.call(asCustomer, http.MethodGet, "/portal/me/visits?limit=0", "").has(http.StatusUnprocessableEntity).problem()
}

func TestPortal_MemberOfPooledFamily_SeesFamilyCard(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, berta := s.Customer("Ana"), s.Customer("Berta")
	s.Family(loyalty.PolicyPool, ana, berta)
	s.Visit(berta)
	s.signInToPortal(ana)
	s.call(asCustomer, http.MethodGet, "/portal/me", "").has(http.StatusOK, `"cardKind":"FAMILY"`, `"familyName":"Familia"`, `"count":1`, `"visitsCount":0`)
}

// Spec: calls-11
func TestRequestCode_UnknownPhone_IsAnsweredAlike(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ask := func(phone string) string {
		return s.call(asAnonymous, http.MethodPost, "/auth/customer/request",
			fmt.Sprintf(`{"phone":%q,"businessId":%q,"birthday":null}`, phone, s.Business.ID)).has(http.StatusOK).body
	}
	if knownAnswer, unknownAnswer := ask(s.Customer("Ana").Phone), ask(s.Phone()); knownAnswer != unknownAnswer {
		t.Errorf("a known phone returns %s and an unknown one %s, want the same", knownAnswer, unknownAnswer)
	}
	s.call(asAnonymous, http.MethodPost, "/auth/customer/request", `{"phone":"612","businessId":null}`).has(http.StatusUnprocessableEntity, `"field":"phone"`)
}

func TestCheckCode_ResponseLost_IsRepeatedWithoutCounting(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	ana := s.Customer("Ana")
	browser := device{site: s, address: "203.0.113.7"}
	common := fmt.Sprintf(`"phone":%q,"businessId":%q,"asker":"telephone"`, ana.Phone, s.Business.ID)
	browser.post("/auth/customer/request", "{"+common+"}").has(http.StatusOK)
	check := fmt.Sprintf(`{%s,"code":%q}`, common, s.LastCode(ana.Phone))
	lostResponse := (&device{site: s, address: browser.address}).post("/auth/customer/verify", check).has(http.StatusOK)
	for range 25 { // more than one network may try
		if again := (&device{site: s, address: browser.address}).post("/auth/customer/verify", check).has(http.StatusOK); again.body != lostResponse.body {
			t.Fatalf("the repeated request got %s, want %s", again.body, lostResponse.body)
		}
	}
	var session PortalSession
	lostResponse.into(&session)
	s.tokens[asCustomer] = session.Token
	var open struct{ Items []OpenSession }
	s.call(asCustomer, http.MethodGet, "/portal/me/sessions", "").has(http.StatusOK).into(&open)
	if len(open.Items) != 1 {
		t.Errorf("%d sessions are listed, want 1", len(open.Items))
	}
	other := strings.Replace(check, "telephone", "another", 1)
	(&device{site: s, address: browser.address}).post("/auth/customer/verify", other).has(http.StatusUnauthorized)
	s.call(asCustomer, http.MethodPost, "/portal/me/logout", "").has(http.StatusOK)
	browser.post("/auth/customer/verify", check).has(http.StatusUnauthorized)
}

func TestPortal_ArchivedCustomer_IsClosed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	s.signInToPortal(ana)
	s.call(asCustomer, http.MethodGet, "/portal/me", "").has(http.StatusOK)
	s.Archive(ana)
	for _, path := range []string{"/portal/me", "/portal/me/visits", "/portal/me/rewards"} {
		problem := s.call(asCustomer, http.MethodGet, path, "").has(http.StatusUnauthorized).problem()
		if problem.Code != loyalty.ErrTokenExpired.Code {
			t.Errorf("%s is refused with %s, want %s", path, problem.Code, loyalty.ErrTokenExpired.Code)
		}
	}
}

func TestPortal_DataFile_IsCSV(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Register("=Ana;\"Ruiz\"")
	s.Visit(ana)
	s.signInToPortal(ana)
	var data OwnData
	s.call(asCustomer, http.MethodGet, "/portal/me/data", "").has(http.StatusOK).into(&data)
	if *data.Phone != ana.Phone || len(data.Visits) != 1 || len(data.Rewards) != 1 || len(data.History) != 5 || len(data.Consents) != 6 {
		t.Errorf("the data are %+v; want 1 visit, 1 reward, 5 entries and 6 consents", data)
	}
	for _, consent := range data.Consents {
		if consent.Kind == loyalty.ConsentUsual {
			continue // the form omits this way
		}
		if consent.At == nil || consent.Granted != (consent.Kind != loyalty.ConsentSMS) {
			t.Errorf("the consent is %+v; want a grant except for SMS, with a time", consent)
		}
	}
	table := s.call(asCustomer, http.MethodGet, "/portal/me/data.csv", "").has(http.StatusOK, "\ufefftipo;fecha;dato;valor", "visita;", "recompensa;", "consentimiento;")
	if !strings.Contains(table.header.Get("Content-Disposition"), "mis-datos.csv") || strings.Contains(table.body, ";\"=Ana") {
		t.Errorf("the table has the headers %s: %s; want a CSV file without formulas", table.header, table.body)
	}
	s.call(asCustomer, http.MethodPost, "/portal/me/consents", `{"kind":"SMS","granted":true}`).has(http.StatusOK, `{"kind":"SMS","granted":true,`)
	s.call(asCustomer, http.MethodPatch, "/portal/me/data", `{"email":"ana@correo.test"}`).has(http.StatusOK, "ana@correo.test")
	s.call(asCustomer, http.MethodPatch, "/portal/me/data", `{"phone":"+34612345678"}`).has(http.StatusUnprocessableEntity)
	s.call(asCustomer, http.MethodPost, "/portal/me/erasure", "").has(http.StatusOK)
	s.call(asCustomer, http.MethodGet, "/portal/me/data", "").has(http.StatusUnauthorized)
}
