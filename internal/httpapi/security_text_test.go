package httpapi

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"axioma/internal/service"
)

func TestSecurityText_Contact_IsAURI(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 27, 23, 30, 0, 0, time.FixedZone("CET", 3600))
	for contact, want := range map[string]string{
		" Soporte@Axioma.test ":     "mailto:soporte@axioma.test",
		"https://axioma.test/ayuda": "https://axioma.test/ayuda",
		"+34 612 345 678":           "tel:+34612345678",
		"http://axioma.test":        "",
		"pregunta por Ana":          "",
		"a@b.test\nContact: x":      "",
		"":                          "",
	} {
		text := securityText(contact, "https://cards.test/", now)
		if want == "" {
			if text != "" {
				t.Errorf("the contact %q gives the text %q, want none", contact, text)
			}
			continue
		}
		whole := "Contact: " + want + "\nExpires: 2027-02-25T00:00:00Z\nPreferred-Languages: es, en\n" +
			"Canonical: https://cards.test/.well-known/security.txt\n"
		if text != whole {
			t.Errorf("the contact %q gives\n%s, want\n%s", contact, text, whole)
		}
	}
	if text := securityText("a@b.test", "", now); strings.Contains(text, "Canonical") {
		t.Errorf("without a public URL the text is %q, want no canonical address", text)
	}
}

func TestSecurityText_Page_IsServedWithAContactOnly(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if got := getPage(s.pages(), securityTextPath); got.Code != http.StatusNotFound {
		t.Errorf("without a contact the page has the status %d: %s; want 404", got.Code, got.Body)
	}
	cases, err := service.New(s.Store, service.Options{Clock: s.Clock.Now, OperatorContact: "soporte@axioma.test"})
	if err != nil {
		t.Fatal(err)
	}
	s.Cases = cases
	got := getPage(s.pages(), securityTextPath)
	if got.Code != http.StatusOK || !strings.HasPrefix(got.Body.String(), "Contact: mailto:soporte@axioma.test\nExpires: ") ||
		got.Header().Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("the page has the status %d and the headers %v: %s; want 200 as plain text in UTF-8", got.Code, got.Header(), got.Body)
	}
	postResponse := httptest.NewRecorder()
	s.pages().ServeHTTP(postResponse, httptest.NewRequest(http.MethodPost, securityTextPath, nil))
	if postResponse.Code < http.StatusBadRequest {
		t.Errorf("a POST has the status %d, want at least 400", postResponse.Code)
	}
}
