package httpapi

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

func docsOfSite(t *testing.T) (*site, answer) {
	t.Helper()
	s := newSite(t)
	return s, s.call(asAnonymous, http.MethodGet, "/docs", "").has(http.StatusOK)
}

func TestDocsPage_Contract_IsComplete(t *testing.T) {
	t.Parallel()
	s, page := docsOfSite(t)
	var contract struct {
		Paths      map[string]map[string]struct{ OperationID, Summary string }
		Components struct{ Schemas map[string]any }
	}
	s.call(asAnonymous, http.MethodGet, "/openapi.json", "").has(http.StatusOK).into(&contract)
	if len(contract.Paths) == 0 || len(contract.Components.Schemas) == 0 {
		t.Fatal("the contract is empty")
	}
	for path, item := range contract.Paths {
		for method, operation := range item {
			page.hasOnce(`<article id="call-` + operation.OperationID + `">`)
			page.hasOnce(`<a href="#call-` + operation.OperationID + `"><span class="method">` + strings.ToUpper(method) + `</span> <code>` + path + `</code></a>`)
		}
	}
	for name := range contract.Components.Schemas {
		page.hasOnce(`<article id="schema-` + name + `">`)
	}
}

func (a answer) hasOnce(text string) {
	a.t.Helper()
	if n := strings.Count(a.body, text); n != 1 {
		a.t.Errorf("the page has %s %d times, want once", text, n)
	}
}

func TestDocsPage_Call_HasParametersAndAnswers(t *testing.T) {
	t.Parallel()
	_, page := docsOfSite(t)
	_, call, _ := strings.Cut(page.body, `<article id="call-post-customers-id-visits">`)
	call, _, _ = strings.Cut(call, "</article>")
	for _, want := range []string{
		`<span class="method">POST</span> <code class="path">/customers/{id}/visits</code>`, "Register a visit",
		`<a href="#who">staff</a> (BARBER, ADMIN, OWNER, SUPERADMIN)`,
		`<code>id</code> <span class="type">string</span> <span class="mark">path</span> <span class="mark required">required</span>`, "length up to 64",
		`<code>Idempotency-Key</code>`, `<a href="#schema-VisitDetails">VisitDetails</a>`, `<span class="mark">optional</span>`, `<code>notes</code>`,
		`<strong>201</strong> Created <span class="type"><a href="#schema-RegisteredVisit">RegisteredVisit</a>`, `<code>replayed</code>`,
		`<strong>any error</strong>  <span class="type"><a href="#schema-Problem">Problem</a>`,
	} {
		if !strings.Contains(call, want) {
			t.Errorf("the call lacks %s; it has\n%s", want, call)
		}
	}
}

func TestDocsPage_Type_HasItsLimits(t *testing.T) {
	t.Parallel()
	_, page := docsOfSite(t)
	for _, want := range []string{
		`<a href="#schema-Membership">Membership</a> or null`, `list of <a href="#schema-CardEvent">CardEvent</a>`,
		"string or null", "one of ACTIVE, SUSPENDED", "date-time", "value 1 to 1000; default 50", `<span class="type">bytes</span>`,
	} {
		if !strings.Contains(page.body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func TestDocsPage_Links_HaveTargets(t *testing.T) {
	t.Parallel()
	s, page := docsOfSite(t)
	links := regexp.MustCompile(`(?:href|src)="([^"]*)"`).FindAllStringSubmatch(page.body, -1)
	for _, link := range links {
		if anchor, isAnchor := strings.CutPrefix(link[1], "#"); isAnchor {
			page.hasOnce(` id="` + anchor + `"`)
			continue
		}
		path, ours := strings.CutPrefix(link[1], "/api/")
		if !ours {
			t.Errorf("the page refers to %s, which is not ours", link[1])
			continue
		}
		s.call(asAnonymous, http.MethodGet, "/"+path, "").has(http.StatusOK)
	}
}

func TestDocsPage_Markup_FitsTheContentPolicy(t *testing.T) {
	t.Parallel()
	s, page := docsOfSite(t)
	if policy := page.header.Get("Content-Security-Policy"); policy != contentPolicy(nil) {
		t.Errorf("the policy is %q, want %q", policy, contentPolicy(nil))
	}
	if kind := page.header.Get("Content-Type"); kind != "text/html; charset=utf-8" {
		t.Errorf("the page has the content type %q, want %q", kind, "text/html; charset=utf-8")
	}
	forbiddenMarkup := regexp.MustCompile(`(?i)<script|<style|<iframe|<img|\sstyle=|\son[a-z]+=|javascript:`)
	if match := forbiddenMarkup.FindString(page.body); match != "" {
		t.Errorf("the page has %q, which the policy refuses", match)
	}
	style := s.call(asAnonymous, http.MethodGet, "/docs.css", "").has(http.StatusOK)
	if kind := style.header.Get("Content-Type"); kind != "text/css; charset=utf-8" {
		t.Errorf("the style sheet has the content type %q, want %q", kind, "text/css; charset=utf-8")
	}
	if match := regexp.MustCompile(`(?i)url\(|@import|//`).FindString(style.body); match != "" {
		t.Errorf("the style sheet has %q, which loads something", match)
	}
}

func TestDocsPage_OtherMethods_AreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, path := range []string{"/docs", "/docs.css"} {
		s.call(asOwner, http.MethodPost, path, "{}").has(http.StatusNotFound)
	}
}
