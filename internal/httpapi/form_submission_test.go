package httpapi

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
)

func newcomer(name, phone string) url.Values {
	return url.Values{"name": {name}, "phone": {phone}, "privacy": {"on"}, "whatsapp": {"on"}}
}

func sentForm(address string, form url.Values) *http.Request {
	request := httptest.NewRequest(http.MethodPost, address, strings.NewReader(form.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return request
}

func serve(handler http.Handler, request *http.Request) *httptest.ResponseRecorder {
	got := httptest.NewRecorder()
	handler.ServeHTTP(got, request)
	return got
}

func formResult(t *testing.T, got *httptest.ResponseRecorder) (result struct {
	Fields  map[string]string
	Problem struct {
		Code               string
		Status, RetryAfter int
		Errors             []ProblemField
	}
	Asked      bool
	Session    PortalSession
	Registered struct {
		Customer RegisteredCustomer
		Browser  Browser
	}
}) {
	t.Helper()
	_, words, _ := strings.Cut(got.Body.String(), "|{")
	if err := json.Unmarshal([]byte("{"+words), &result); err != nil {
		t.Fatalf("the page shows %d %s: %v", got.Code, got.Body, err)
	}
	return result
}

func TestSentForm_WithoutScript_RegistersACustomer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := s.pages()
	for address, phone := range map[string]string{
		"/public/register?bid=" + s.Business.ID: "612000001", "/qr": "612000002", "/public/qr": "612000003", "/app/qr": "612000004",
	} {
		got := serve(pages, sentForm(address, newcomer("Ana", phone)))
		registration := formResult(t, got).Registered
		if got.Code != http.StatusOK || registration.Customer.Name != "Ana" || registration.Customer.Phone != "+34"+phone || registration.Customer.QRSentBy != nil || registration.Browser.Kind != OtherBrowser {
			t.Errorf("%s shows %d %+v; want 200, Customer.Name Ana, Customer.Phone %v, no Customer.QRSentBy and Browser.Kind %v", address, got.Code, registration, "+34"+phone, OtherBrowser)
		}
		if got.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s may be cached: %v", address, got.Header())
		}
		s.call(asOwner, http.MethodGet, "/customers/"+registration.Customer.ID, "").has(http.StatusOK)
	}
}

func openFormCookie(t *testing.T, pages http.Handler, address string) *http.Cookie {
	t.Helper()
	got := getPage(pages, address)
	for _, cookie := range got.Result().Cookies() {
		if cookie.Name == formCookie && cookie.Value != "" {
			return cookie
		}
	}
	t.Fatalf("%s sets no form cookie: status %d with the headers %v", address, got.Code, got.Header())
	return nil
}

func TestSentForm_SentTwice_RepeatsTheResponseInSameBrowser(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := s.pages()
	address := "/public/register?bid=" + s.Business.ID
	send := func(formCookie *http.Cookie) *httptest.ResponseRecorder {
		request := sentForm(address, newcomer("Ana", "612000001"))
		request.Header.Set("User-Agent", "a browser")
		if formCookie != nil {
			request.AddCookie(formCookie)
		}
		return serve(pages, request)
	}
	cookie := openFormCookie(t, pages, address)
	first := formResult(t, send(cookie)).Registered.Customer.ID
	if again := formResult(t, send(cookie)).Registered.Customer.ID; again != first || first == "" {
		t.Errorf("the second submission made the customer %q, want the first, %q", again, first)
	}
	mustRefuse := func(name string, formCookie *http.Cookie) {
		t.Helper()
		got := send(formCookie)
		if result := formResult(t, got); got.Code != http.StatusConflict || result.Problem.Code != loyalty.ErrAlreadyRegistered.Code || result.Registered.Customer.ID != "" {
			t.Errorf("%s: the page shows %d %+v, want 409 and no customer", name, got.Code, result)
		}
	}
	mustRefuse("the same browser of another person, on the same network", openFormCookie(t, pages, address))
	mustRefuse("a browser without the cookie", nil)
	s.Clock.Advance(formKeyLife + time.Second)
	mustRefuse("the same browser after ten minutes", cookie)
}

func TestSentForm_RecordArchivedAfterFirstSubmission_RegistersAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := s.pages()
	formCookie := openFormCookie(t, pages, "/qr")
	send := func() RegisteredCustomer {
		request := sentForm("/qr", newcomer("Ana", "612000001"))
		request.AddCookie(formCookie)
		return formResult(t, serve(pages, request)).Registered.Customer
	}
	first := send()
	s.call(asOwner, http.MethodDelete, "/customers/"+first.ID, "").has(http.StatusOK)
	second := send()
	if second.ID == "" || second.ID == first.ID {
		t.Fatalf("the second registration made the customer %q, the first %q; want another one", second.ID, first.ID)
	}
	s.call(asOwner, http.MethodGet, "/customers/"+second.ID, "").has(http.StatusOK)
}

func TestFormCookie_EachPageWithAForm_NamesItWithoutReachingScripts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := s.pages()
	var poster Poster
	s.call(asOwner, http.MethodGet, "/business/poster", "").has(http.StatusOK).into(&poster)
	_, code, _ := strings.Cut(poster.Address, "/r/")
	names := map[string]bool{}
	for _, address := range []string{"/public/register?bid=" + s.Business.ID, "/qr", "/public/qr", "/app/qr", "/portal", "/r/" + code, "/qr"} {
		cookie := openFormCookie(t, pages, address)
		if !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.Path != "/" || names[cookie.Value] {
			t.Errorf("the form at %s sets the cookie %+v; want a new one for the whole site, hidden from scripts", address, cookie)
		}
		names[cookie.Value] = true
	}
}

// Spec: registration-12
func TestSentForm_Refused_ReturnsTheFields(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := s.pages()
	for name, c := range map[string]struct {
		change func(url.Values)
		field  string
	}{
		"an invalid phone":           {func(f url.Values) { f.Set("phone", "wrong") }, "phone"},
		"a name with a NUL":          {func(f url.Values) { f.Set("name", "\x00") }, "name"},
		"without the privacy policy": {func(f url.Values) { f.Del("privacy") }, "acceptedPrivacy"},
		"a minor without a guardian": {func(f url.Values) { f.Set("birthday", s.Clock.Now().AddDate(-8, 0, 0).Format(time.DateOnly)) }, "guardianName"},
	} {
		form := newcomer("Ana", "612000001")
		c.change(form)
		got := serve(pages, sentForm("/qr", form))
		result := formResult(t, got)
		if got.Code != http.StatusUnprocessableEntity || result.Problem.Status != got.Code || len(result.Problem.Errors) == 0 || result.Problem.Errors[0].Field != c.field {
			t.Errorf("%s: the page shows %d %+v, want 422 with an error at the field", name, got.Code, result.Problem)
		}
		for field := range form {
			if result.Fields[field] != form.Get(field) {
				t.Errorf("%s: the field %s is filled with %q, want %q", name, field, result.Fields[field], form.Get(field))
			}
		}
		if got.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s may be cached: %v", name, got.Header())
		}
	}
	formResult(t, serve(pages, sentForm("/qr", newcomer("Ana", "612000001"))))
}

func TestSentForm_UnknownBusiness_AnswersNotFound(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := s.pages()
	s.Suspend()
	for address, status := range map[string]int{
		"/public/register": http.StatusNotFound, "/public/register?bid=unknown": http.StatusNotFound,
		"/public/register?bid=" + s.Business.ID: http.StatusForbidden, "/qr": http.StatusForbidden,
	} {
		got := serve(pages, sentForm(address, newcomer("Ana", "612000001")))
		if page := getPage(pages, address); got.Code != status || got.Body.String() != page.Body.String() {
			t.Errorf("%s must show the page without the form, but shows %d %s", address, got.Code, got.Body)
		}
	}
}

func TestSentForm_InvalidRequest_IsRefusedInText(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := s.pages()
	foreign := sentForm("/qr", newcomer("Ana", "612000001"))
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	for name, c := range map[string]struct {
		request *http.Request
		status  int
	}{
		"from another site": {foreign, http.StatusForbidden},
		"too large":         {sentForm("/qr", newcomer(strings.Repeat("a", maxBody), "612000001")), http.StatusRequestEntityTooLarge},
		"broken":            {sentForm("/qr", nil), http.StatusBadRequest},
	} {
		if name == "broken" {
			c.request.Body = http.NoBody
			c.request.URL.RawQuery = "a=%zz"
		}
		got := serve(pages, c.request)
		if got.Code != c.status || !strings.HasPrefix(got.Header().Get("Content-Type"), "text/plain") || got.Body.Len() < 10 {
			t.Errorf("%s: got %d %s, want this status and a plain text", name, got.Code, got.Body)
		}
	}
}

func TestSentForm_Limits_AreThoseOfTheAPI(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := s.pages(func(o *Options) { o.Limits = limitsOn(t, s.Cases) })
	send := func(phone string) *httptest.ResponseRecorder {
		form := newcomer("Ana", phone)
		form.Del("privacy")
		return serve(pages, sentForm("/qr", form))
	}
	var got *httptest.ResponseRecorder
	for range 60 {
		if got = send("612000001"); got.Code == http.StatusTooManyRequests {
			break
		}
	}
	if result := formResult(t, got); got.Code != http.StatusTooManyRequests || result.Problem.RetryAfter < 1 || got.Header().Get("Retry-After") == "" {
		t.Errorf("too many registrations of one phone: the page shows %d %+v, want 429 with Retry-After", got.Code, result.Problem)
	}
	for range 60 {
		got = send("wrong")
	}
	if got.Code != http.StatusTooManyRequests || !strings.HasPrefix(got.Header().Get("Content-Type"), "text/plain") || got.Header().Get("Retry-After") == "" {
		t.Errorf("too many requests from one address: got %d with the headers %v, want 429 as plain text with Retry-After", got.Code, got.Header())
	}
}

func TestSentForm_RenderFailure_AsksToSendAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	pages := s.pages()
	s.call(asOwner, http.MethodPatch, "/business", `{"name":"broken"}`).has(http.StatusOK)
	got := serve(pages, sentForm("/qr", newcomer("Ana", "612000001")))
	if got.Code != http.StatusServiceUnavailable || got.Body.String() != loyalty.ErrOutcomeUnknown.Message+"\n" {
		t.Errorf("the page shows %d %s, want 503 and the sentence of ErrOutcomeUnknown", got.Code, got.Body)
	}
}
