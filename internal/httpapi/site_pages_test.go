package httpapi

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

func TestSitePages_LandingAndLegal_AreRendered(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.call(asOwner, http.MethodPatch, "/business", `{"legalName":"Ana Gil"}`).has(http.StatusOK)
	pages := s.pages()
	id, name := s.Business.ID, s.Business.Name
	authors := "|by " + name + ", Ana Gil"
	for address, want := range map[string]string{
		"/":                            "rendered:/|none||",
		"/?utm=x":                      "rendered:/|none||",
		"/legal/privacidad?bid=" + id:  "rendered:/legal/privacidad|" + id + "||" + authors,
		"/legal/aviso?bid=%20" + id:    "rendered:/legal/aviso|" + id + "||" + authors,
		"/legal/cookies":               "rendered:/legal/cookies|none||" + authors,
		"/legal/cookies?bid=unknown":   "rendered:/legal/cookies|none|||by no business",
		"/legal/privacidad?bid=%00%ff": "rendered:/legal/privacidad|none|||by no business",
		"/login?x=1":                   `rendered:{"business":null,"recovery":{"byEmail":true,"contact":"","organisation":false,"shortestPassword":8}}`,
		"/legal/nowhere":               "as built",
		"/legal/privacidad/":           "as built",
	} {
		got := getPage(pages, address)
		if got.Code != http.StatusOK || got.Body.String() != want || got.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%s shows %d %q, want %q", address, got.Code, got.Body, want)
		}
	}
	s.Suspend()
	if got := getPage(pages, "/legal/aviso?bid="+id); got.Code != http.StatusOK || !strings.HasSuffix(got.Body.String(), authors) {
		t.Errorf("the legal notice of a suspended business: %d %s; want 200 and %q at the end of it", got.Code, got.Body, authors)
	}
	without := s.pages(func(o *Options) { o.FixedBusiness = "" })
	if got := getPage(without, "/legal/aviso"); got.Code != http.StatusOK || got.Body.String() != "rendered:/legal/aviso|none|||by no business" {
		t.Errorf("the legal notice without a business: %d %s; want 200 with the general text", got.Code, got.Body)
	}
}

// Spec: routes-27
func TestSitePages_EnglishPrivacyPath_Redirects(t *testing.T) {
	t.Parallel()
	pages := newSite(t).pages()
	for address, want := range map[string]string{
		"/legal/privacy":           "/legal/privacidad",
		"/legal/privacy?bid=b%201": "/legal/privacidad?bid=b%201",
	} {
		if got := getPage(pages, address); got.Code != http.StatusMovedPermanently || got.Header().Get("Location") != want {
			t.Errorf("%s redirects with %d to %s; want 301 and %s", address, got.Code, got.Header().Get("Location"), want)
		}
	}
}

func staffResult(t *testing.T, got *httptest.ResponseRecorder) (result struct {
	Fields   map[string]string
	Problem  struct{ Code, Message string }
	SignedIn Session
}) {
	t.Helper()
	words, _ := strings.CutPrefix(got.Body.String(), "rendered:")
	if err := json.Unmarshal([]byte(words), &result); err != nil {
		t.Fatalf("the page shows %d %s: %v", got.Code, got.Body, err)
	}
	return result
}

func TestLoginForm_WithoutScript_OpensASession(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var credentials struct{ Email, Password string }
	if err := json.Unmarshal([]byte(loginBody(s)), &credentials); err != nil {
		t.Fatal(err)
	}
	pages := s.pages()
	form := url.Values{"email": {" " + credentials.Email + " "}, "password": {credentials.Password}}
	got := serve(pages, sentForm("/login", form))
	session := staffResult(t, got).SignedIn
	if got.Code != http.StatusOK || session.Email != credentials.Email || got.Header().Get("Cache-Control") != "no-store" || !strings.HasPrefix(got.Header().Get("Set-Cookie"), knownDeviceCookie) {
		t.Fatalf("the sign-in gives %d %v %s; want 200 with a session, not cached", got.Code, got.Header(), got.Body)
	}
	s.tokens[asOwner] = session.Token
	s.call(asOwner, http.MethodGet, "/business", "").has(http.StatusOK)

	for name, password := range map[string]string{"wrong": "Otra-1234", "missing": "", "too long": strings.Repeat("ñ", 201)} {
		form.Set("password", password)
		refusal := serve(pages, sentForm("/login", form))
		result := staffResult(t, refusal)
		if refusal.Code != http.StatusUnauthorized || result.Problem.Code != loyalty.ErrSignInFailed.Code || result.SignedIn.Token != "" || refusal.Header().Get("Set-Cookie") != "" {
			t.Errorf("a %s password gives %d %s, want 401 without a session", name, refusal.Code, refusal.Body)
		}
		if result.Fields["email"] != form.Get("email") || len(result.Fields) != 1 {
			t.Errorf("after a %s password the form is filled with %v, want the e-mail only", name, result.Fields)
		}
	}
	foreign := sentForm("/login", form)
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	if got := serve(pages, foreign); got.Code != http.StatusForbidden {
		t.Errorf("a form from another site has the status %d, want 403", got.Code)
	}
}

func TestLoginForm_TemporaryPassword_IsAskedForAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	email, password := "nuevo@sur.test", "Provisional-1"
	s.call(asOwner, http.MethodPost, "/users", `{"email":"`+email+`","name":"Leo","role":"BARBER","password":"`+password+`"}`).has(http.StatusCreated)
	got := serve(s.pages(), sentForm("/login", url.Values{"email": {email}, "password": {password}}))
	result := staffResult(t, got)
	if got.Code != http.StatusConflict || result.Problem.Code != "PASSWORD_TEMPORARY" || result.SignedIn.Token != "" || result.Fields["email"] != email || strings.Contains(got.Body.String(), password) {
		t.Errorf("the page gives %d %s, want 409 without a session", got.Code, got.Body)
	}
}

func TestLoginForm_Limits_AreThoseOfTheAPI(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := s.pages(func(o *Options) { o.Limits = limitsOn(t, s.Cases) })
	status, tries := 0, 0
	for ; status != http.StatusTooManyRequests && tries <= 60; tries++ {
		status = serve(pages, sentForm("/login", url.Values{"email": {"nadie@x.test"}, "password": {"no"}})).Code
	}
	if status != http.StatusTooManyRequests || tries > 60 {
		t.Errorf("%d sign-ins without a limit", tries)
	}
}
