package httpapi

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
)

func (s *site) claimEmailCode() string {
	s.t.Helper()
	mails := s.ClaimMails()
	if len(mails) != 1 {
		s.t.Fatalf("%d mails wait, want 1", len(mails))
	}
	s.FinishMail(mails[0], service.MailAccepted)
	return mails[0].Text[:loyalty.CodeDigits]
}

func (s *site) requestEmailCode(phone string) answer {
	s.t.Helper()
	return s.call(asAnonymous, http.MethodPost, "/auth/customer/request", fmt.Sprintf(`{"phone":%q,"businessId":%q,"way":"email"}`, phone, s.Business.ID))
}

// Spec: portal-20
func TestEmailSignIn_Code_OpensASession(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.CustomerWithEmail("Ana", "ana@correo.test")
	s.call(asAnonymous, http.MethodGet, "/auth/customer/ways?businessId="+s.Business.ID, "").has(http.StatusOK, `"email":true`)
	s.requestEmailCode(ana.Phone).has(http.StatusOK)
	var session PortalSession
	response := s.call(asAnonymous, http.MethodPost, "/auth/customer/verify", fmt.Sprintf(`{"phone":%q,"code":%q,"businessId":%q}`, ana.Phone, s.claimEmailCode(), s.Business.ID))
	response.has(http.StatusOK, ana.ID).into(&session)
	if cookie := response.header.Get("Set-Cookie"); cookie != "" {
		t.Errorf("a sign-in by e-mail must not mark the device as known: it set %s", cookie)
	}
	s.tokens[asCustomer] = session.Token
	s.call(asCustomer, http.MethodGet, "/portal/me/data", "").has(http.StatusOK, `"signedInBy":"email"`, `"emailUnproved":false`)
	s.call(asCustomer, http.MethodPatch, "/portal/me/data", `{"email":"otra@correo.test"}`).mustRefuseField("email",
		"Has entrado con un código en tu correo, así que aquí no se puede cambiar. Entra con un código por WhatsApp, o pide en el mostrador que lo cambien.")
	s.call(asCustomer, http.MethodPatch, "/portal/me/data", `{"name":"Ana Ruiz","email":"ana@correo.test"}`).has(http.StatusOK, `"name":"Ana Ruiz"`)
	s.call(asCustomer, http.MethodGet, "/portal/me/sessions", "").has(http.StatusOK, `"current":true,"signedInBy":"email"`)
	s.signInToPortal(ana)
	s.call(asCustomer, http.MethodGet, "/portal/me/sessions", "").has(http.StatusOK, `"current":true,"signedInBy":"phone"`, `"current":false,"signedInBy":"email"`)
}

func TestEmailSignIn_KnownDevice_HasItsOwnLimit(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	mailsTo := func(d *device, customer loyalty.Customer) int {
		d.post("/auth/customer/request", fmt.Sprintf(`{"phone":%q,"businessId":%q,"way":"email"}`, customer.Phone, s.Business.ID)).has(http.StatusOK)
		return len(s.ClaimMails())
	}
	ana, eva := s.CustomerWithEmail("Ana", "ana@correo.test"), s.RegisterWithEmail("Eva", "eva@correo.test")
	own, strangers := device{site: s, address: "203.0.113.1"}, device{site: s, address: "198.51.100.7"}
	own.post("/auth/customer/verify", fmt.Sprintf(`{"phone":%q,"code":%q,"businessId":%q}`, ana.Phone, s.codeFor(&own, ana), s.Business.ID)).has(http.StatusOK)
	for range access.AttemptMailedCode.Limit().Max {
		if err := s.Cases.Attempts.Take(t.Context(), access.Attempt{Kind: access.AttemptMailedCode, Subject: "ana@correo.test"}); err != nil {
			t.Fatal(err)
		}
	}
	if strangerMails, ownMails := mailsTo(&strangers, ana), mailsTo(&own, ana); strangerMails != 0 || ownMails != 1 {
		t.Errorf("a stranger got %d mails, want 0; the customer got %d, want 1", strangerMails, ownMails)
	}
	for range access.AttemptUnverifiedMail.Limit().Max {
		mailsTo(&strangers, eva)
	}
	if strangerMails, ownMails := mailsTo(&strangers, eva), mailsTo(&own, eva); strangerMails != 0 || ownMails != 1 {
		t.Errorf("for an unverified e-mail, one network got %d mails, want 0; another got %d, want 1", strangerMails, ownMails)
	}
}

func (s *site) codeFor(d *device, customer loyalty.Customer) string {
	s.t.Helper()
	d.post("/auth/customer/request", fmt.Sprintf(`{"phone":%q,"businessId":%q}`, customer.Phone, s.Business.ID)).has(http.StatusOK)
	return s.LastCode(customer.Phone)
}

func TestEmailSignIn_ConfirmedInThePortal_ReceivesCodes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.RegisterWithEmail("Ana", "ana@correo.test")
	s.signInToPortal(ana)
	s.call(asCustomer, http.MethodGet, "/portal/me/data", "").has(http.StatusOK, `"signedInBy":"phone"`, `"emailUnproved":true`)
	s.requestEmailCode(ana.Phone).has(http.StatusOK)
	if mails := s.ClaimMails(); len(mails) != 0 {
		t.Errorf("before the confirmation %d codes went to the e-mail, want none", len(mails))
	}
	s.call(asCustomer, http.MethodPatch, "/portal/me/data", `{"email":"ana@correo.test"}`).has(http.StatusOK, `"emailUnproved":false`)
	s.requestEmailCode(ana.Phone).has(http.StatusOK)
	s.claimEmailCode()
}

func TestEmailSignIn_ConfirmedByStaff_ReceivesCodes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.RegisterWithEmail("Ana", "ana@correo.test")
	at := "/customers/" + ana.ID
	s.call(asBarber, http.MethodGet, at, "").has(http.StatusOK, `"emailUnproved":true`, `"masked":true`)
	s.call(asBarber, http.MethodPatch, at, `{"emailIsHers":true}`).has(http.StatusForbidden)
	s.call(asAdmin, http.MethodPatch, at, `{"name":"Ana Ruiz","email":"ana@correo.test"}`).has(http.StatusOK, `"emailUnproved":true`)
	s.call(asAdmin, http.MethodPatch, at, `{"emailIsHers":true}`).has(http.StatusOK, `"emailUnproved":false`)
	s.call(asAdmin, http.MethodGet, at, "").has(http.StatusOK, `"email":"ana@correo.test"`, `"emailUnproved":false`)
}

func TestEmailSignIn_UnknownEmail_IsAnsweredAlike(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	unverifiedCustomer := s.RegisterWithEmail("Berta", "berta@correo.test")
	s.VerifyPhone(unverifiedCustomer)
	knownAnswer := s.requestEmailCode(s.CustomerWithEmail("Ana", "ana@correo.test").Phone).has(http.StatusOK).body
	for name, phone := range map[string]string{"an unknown phone": s.Phone(), "a customer without e-mail": s.Customer("Cora").Phone, "a customer with an unverified e-mail": unverifiedCustomer.Phone} {
		if body := s.requestEmailCode(phone).has(http.StatusOK).body; body != knownAnswer {
			t.Errorf("%s: the answer is %s, but for a known e-mail it is %s, want the same answer", name, body, knownAnswer)
		}
	}
	s.call(asAnonymous, http.MethodPost, "/auth/customer/request", fmt.Sprintf(`{"phone":%q,"way":"paloma"}`, unverifiedCustomer.Phone)).mustRefuseField("way",
		"El código se puede recibir por WhatsApp (whatsapp) o por correo (email).")
}

func TestEmailSignIn_WithoutMailServer_IsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	cases, err := service.New(s.Store, service.Options{Clock: s.Clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	s.handler = s.apiOn(cases, nil)
	s.call(asAnonymous, http.MethodGet, "/auth/customer/ways?businessId="+s.Business.ID, "").has(http.StatusOK, `"email":false`)
	s.requestEmailCode(s.Customer("Ana").Phone).has(http.StatusConflict, `"MAIL_UNAVAILABLE"`, "Aquí no se envían códigos por correo.")
}

func TestEmailSignIn_WithoutScript_OpensASession(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.CustomerWithEmail("Ana", "ana@correo.test")
	pages := s.pages()
	address := "/portal?bid=" + s.Business.ID
	codePage := serve(pages, sentForm(address, url.Values{"phone": {ana.Phone}}))
	if codePage.Code != http.StatusOK || s.LastCode(ana.Phone) == "" {
		t.Fatalf("sending the phone: status %d, or no code was sent", codePage.Code)
	}
	codePage = serve(pages, sentForm(address, url.Values{"phone": {ana.Phone}, "code": {""}, "sentBy": {"whatsapp"}, "way": {"email"}}))
	if result := formResult(t, codePage); codePage.Code != http.StatusOK || !result.Asked {
		t.Fatalf("asking for a code by e-mail: %d %s; want 200 and the question for the code", codePage.Code, codePage.Body)
	}
	response := serve(pages, sentForm(address, url.Values{"phone": {ana.Phone}, "code": {s.claimEmailCode()}, "sentBy": {"email"}}))
	if session := formResult(t, response).Session; response.Code != http.StatusOK || session.CustomerID != ana.ID {
		t.Errorf("entering the code: %d %s; want 200 and a session of Ana", response.Code, response.Body)
	}
	if cookies := strings.Join(response.Header().Values("Set-Cookie"), "; "); strings.Contains(cookies, knownDeviceCookie) {
		t.Errorf("a sign-in by e-mail must not mark the device as known: %s", cookies)
	}
}
