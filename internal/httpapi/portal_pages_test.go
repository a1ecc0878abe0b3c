package httpapi

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

func portalWithoutScript(t *testing.T, query ...string) (*site, loyalty.Customer, func(url.Values) *httptest.ResponseRecorder) {
	t.Helper()
	s := newSite(t)
	pages, address := s.pages(), "/portal?"+strings.Join(append(query, "bid="+s.Business.ID), "&")
	return s, s.Customer("Ana"), func(form url.Values) *httptest.ResponseRecorder { return serve(pages, sentForm(address, form)) }
}

// Spec: states-6
func TestSentPortalForm_WithoutScript_OpensASession(t *testing.T) {
	t.Parallel()
	s, ana, send := portalWithoutScript(t)
	form := url.Values{"phone": {ana.Phone}}
	codePage := send(form)
	if result := formResult(t, codePage); codePage.Code != http.StatusOK || !result.Asked || result.Fields["phone"] != ana.Phone {
		t.Fatalf("sending the phone: %d %s; want 200 and the question for the code, with the phone kept", codePage.Code, codePage.Body)
	}
	form.Set("code", "000000")
	wrong := send(form)
	if result := formResult(t, wrong); wrong.Code != http.StatusUnauthorized || result.Problem.Code != loyalty.ErrCodeRefused.Code || !result.Asked || result.Session.Token != "" {
		t.Errorf("sending a wrong code: %d %s; want 401 and the question for the code", wrong.Code, wrong.Body)
	}
	form.Set("code", s.LastCode(ana.Phone))
	response := send(form)
	session := formResult(t, response).Session
	if response.Code != http.StatusOK || session.CustomerID != ana.ID || !strings.HasPrefix(response.Header().Get("Set-Cookie"), knownDeviceCookie) {
		t.Fatalf("sending the right code: %d %v %s; want 200, a session of Ana and a device cookie", response.Code, response.Header(), response.Body)
	}
	if strings.Contains(response.Body.String(), form.Get("code")) || response.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("the page may be cached or has the code: %v, %s", response.Header(), response.Body)
	}
	s.tokens[asCustomer] = session.Token
	s.call(asCustomer, http.MethodGet, "/portal/me", "").has(http.StatusOK, ana.ID)
}

func TestSentPortalForm_AnotherBrowserOfTheNetwork_CannotUseTheCode(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, pages, address := s.Customer("Ana"), s.pages(), "/portal?bid="+s.Business.ID
	ownForm, otherForm := openFormCookie(t, pages, address), openFormCookie(t, pages, address)
	send := func(form url.Values, formCookie *http.Cookie) *httptest.ResponseRecorder {
		request := sentForm(address, form)
		request.AddCookie(formCookie)
		return serve(pages, request)
	}
	send(url.Values{"phone": {ana.Phone}}, ownForm)
	withCode := url.Values{"phone": {ana.Phone}, "code": {s.LastCode(ana.Phone)}}
	if got := send(withCode, otherForm); got.Code != http.StatusUnauthorized {
		t.Errorf("another browser got %d, want 401", got.Code)
	}
	if got := send(withCode, ownForm); got.Code != http.StatusOK || formResult(t, got).Session.CustomerID != ana.ID {
		t.Errorf("the browser that asked got %d, want 200", got.Code)
	}
}

func TestSentPortalForm_RenderFailure_ShowsTheQR(t *testing.T) {
	t.Parallel()
	s, ana, send := portalWithoutScript(t, "next=/portal/points")
	form := url.Values{"phone": {ana.Phone}}
	send(form)
	form.Set("code", s.LastCode(ana.Phone))
	got := send(form)
	if h := got.Header(); got.Code != http.StatusOK || h.Get("Cache-Control") != "no-store" || !strings.HasPrefix(h.Get("Set-Cookie"), knownDeviceCookie) {
		t.Errorf("entering the code when rendering fails: %d with the headers %v; want 200, not cached, with a device cookie", got.Code, h)
	}
	if body := got.Body.String(); !strings.Contains(body, `<img src="`+qrURL(ana.QR())+`"`) || strings.Contains(body, form.Get("code")) {
		t.Errorf("the page lacks the QR or has the code: %s", body)
	}
}

func TestSentPortalForm_Refused_ReturnsTheFields(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := s.pages()
	for phone, field := range map[string]string{"": "phone", "612": "phone"} {
		got := serve(pages, sentForm("/portal", url.Values{"phone": {phone}}))
		result := formResult(t, got)
		if got.Code != http.StatusUnprocessableEntity || result.Asked || result.Fields["phone"] != phone || len(result.Problem.Errors) != 1 || result.Problem.Errors[0].Field != field {
			t.Errorf("the phone %q: %d %s; want 422 with an error at the phone", phone, got.Code, got.Body)
		}
	}
	foreign := sentForm("/portal", url.Values{"phone": {s.Phone()}})
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	if got := serve(pages, foreign); got.Code != http.StatusForbidden {
		t.Errorf("a form from another site: status %d, want 403", got.Code)
	}
	s.Suspend()
	address := "/portal?bid=" + s.Business.ID
	if got := serve(pages, sentForm(address, url.Values{"phone": {s.Phone()}})); got.Code != http.StatusForbidden || got.Body.String() != getPage(pages, address).Body.String() {
		t.Errorf("the form of a suspended business: %d %s; want 403 and the usual page", got.Code, got.Body)
	}
}

func TestSentPortalForm_AnotherCode_IsSent(t *testing.T) {
	t.Parallel()
	s, ana, send := portalWithoutScript(t)
	form := url.Values{"phone": {ana.Phone}, "way": {"whatsapp"}}
	send(form)
	form.Set("sentBy", "whatsapp")
	form.Set("code", "12")
	again := send(form)
	result := formResult(t, again)
	if _, kept := result.Fields["code"]; again.Code != http.StatusOK || !result.Asked || kept {
		t.Errorf("asking for another code: %d %s; want 200 and the question for the code", again.Code, again.Body)
	}
	if codes := s.Database.Rows(t, "SELECT count(*) FROM messages"); codes[0] != "2" {
		t.Errorf("%s codes were sent, want 2", codes[0])
	}
}

func TestSentPortalForm_AnotherCodeRefused_KeepsTheCodeField(t *testing.T) {
	t.Parallel()
	s, ana, send := portalWithoutScript(t)
	form := url.Values{"phone": {ana.Phone}, "way": {"whatsapp"}}
	send(form)
	form.Set("sentBy", "whatsapp")
	form.Set("way", "pigeon")
	refusal := send(form)
	if result := formResult(t, refusal); refusal.Code != http.StatusUnprocessableEntity || !result.Asked || result.Problem.Code != loyalty.ErrValidation.Code {
		t.Fatalf("asking for a code in an unknown way: %d %s; want 422 and the question for the code", refusal.Code, refusal.Body)
	}
	form.Del("way")
	form.Set("code", s.LastCode(ana.Phone))
	if response := send(form); response.Code != http.StatusOK || formResult(t, response).Session.CustomerID != ana.ID {
		t.Errorf("sending the code afterwards: %d %s; want 200 and a session of Ana", response.Code, response.Body)
	}
}

func TestSentPortalForm_Limits_AreThoseOfTheAPI(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := s.pages(func(o *Options) { o.Limits = limitsOn(t, s.Cases) })
	for name, form := range map[string]url.Values{
		"phones": {"phone": {s.Phone()}}, "codes": {"phone": {s.Phone()}, "code": {"000000"}},
	} {
		status, tries := 0, 0
		for ; status != http.StatusTooManyRequests && tries <= 60; tries++ {
			status = serve(pages, sentForm("/portal", form)).Code
		}
		if status != http.StatusTooManyRequests || tries > 60 {
			t.Errorf("%s: after %d tries the status is %d, want 429 within 60", name, tries, status)
		}
	}
}

func TestSentPortalForm_PhoneOfARefusedRegistration_IsPrefilled(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	form := url.Values{"ahead": {"phone"}, "phonePrefix": {"+34"}, "phone": {ana.Phone}, "name": {"Otra Persona"}, "birthday": {"1990-05-17"}}
	got := serve(s.pages(), sentForm("/portal?bid="+s.Business.ID, form))
	result := formResult(t, got)
	if got.Code != http.StatusOK || result.Asked || result.Fields["phone"] != ana.Phone || len(result.Fields) != 2 {
		t.Errorf("the page has the status %d: %s; want 200 with the phone and no question for a code", got.Code, got.Body)
	}
	if got.Header().Get("Cache-Control") != "no-store" || strings.Contains(got.Body.String(), "Otra Persona") {
		t.Errorf("the page may be cached or has the name from the form: %v, %s", got.Header(), got.Body)
	}
	if code := s.LastCode(ana.Phone); code != "" {
		t.Error("a code was sent")
	}
}
