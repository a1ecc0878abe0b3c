package httpapi

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

func TestThePortalIsEnteredWithoutAScript(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	pages := s.pages()
	address := "/portal?bid=" + s.Business.ID
	form := url.Values{"phone": {ana.Phone}}
	asked := answered(pages, sentForm(address, form))
	if shown := whatCame(t, asked); asked.Code != http.StatusOK || !shown.Asked || shown.Fields["phone"] != ana.Phone {
		t.Fatalf("the phone is answered %d %s", asked.Code, asked.Body)
	}
	form.Set("code", "000000")
	wrong := answered(pages, sentForm(address, form))
	if shown := whatCame(t, wrong); wrong.Code != http.StatusUnauthorized || shown.Problem.Code != loyalty.ErrCodeRefused.Code || !shown.Asked || shown.Session.Token != "" {
		t.Errorf("a wrong code is answered %d %s", wrong.Code, wrong.Body)
	}
	form.Set("code", s.LastCode(ana.Phone))
	entered := answered(pages, sentForm(address, form))
	session := whatCame(t, entered).Session
	if entered.Code != http.StatusOK || session.CustomerID != ana.ID || !strings.HasPrefix(entered.Header().Get("Set-Cookie"), knownCookie) {
		t.Fatalf("the code is answered %d %v %s", entered.Code, entered.Header(), entered.Body)
	}
	if strings.Contains(entered.Body.String(), form.Get("code")) || entered.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("it goes out with %v as %s", entered.Header(), entered.Body)
	}
	s.tokens[asCustomer] = session.Token
	s.call(asCustomer, http.MethodGet, "/portal/me", "").has(http.StatusOK, ana.ID)
}

func TestAStepIntoThePortalThatIsRefusedComesBack(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := s.pages()
	for phone, field := range map[string]string{"": "phone", "612": "phone"} {
		got := answered(pages, sentForm("/portal", url.Values{"phone": {phone}}))
		shown := whatCame(t, got)
		if got.Code != http.StatusUnprocessableEntity || shown.Asked || shown.Fields["phone"] != phone || len(shown.Problem.Errors) != 1 || shown.Problem.Errors[0].Field != field {
			t.Errorf("%q is answered %d %s", phone, got.Code, got.Body)
		}
	}
	foreign := sentForm("/portal", url.Values{"phone": {s.Phone()}})
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	if got := answered(pages, foreign); got.Code != http.StatusForbidden {
		t.Errorf("from another site it is answered %d", got.Code)
	}
	s.Suspend()
	address := "/portal?bid=" + s.Business.ID
	if got := answered(pages, sentForm(address, url.Values{"phone": {s.Phone()}})); got.Code != http.StatusForbidden || got.Body.String() != opened(pages, address).Body.String() {
		t.Errorf("while it is suspended: %d %s", got.Code, got.Body)
	}
}

func TestCodesWithoutAScriptCountAsThoseWithOne(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := s.pages(func(o *Options) { o.Limits = limitsOn(t, s.Cases) })
	for name, form := range map[string]url.Values{
		"phones": {"phone": {s.Phone()}}, "codes": {"phone": {s.Phone()}, "code": {"000000"}},
	} {
		status, tries := 0, 0
		for ; status != http.StatusTooManyRequests && tries <= 60; tries++ {
			status = answered(pages, sentForm("/portal", form)).Code
		}
		if status != http.StatusTooManyRequests || tries > 60 {
			t.Errorf("of %s there are %d without an end", name, tries)
		}
	}
}
