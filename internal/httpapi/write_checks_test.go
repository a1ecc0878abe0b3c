package httpapi

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// writeTrials are headers that another origin can make a browser send.
var writeTrials = []struct {
	name    string
	headers map[string]string
}{
	{"another site", map[string]string{"Content-Type": "application/json", "Sec-Fetch-Site": "cross-site"}},
	{"a sibling domain", map[string]string{"Content-Type": "application/json", "Sec-Fetch-Site": "same-site"}},
	{"an old browser", map[string]string{"Content-Type": "application/json", "Origin": "https://evil.test"}},
	{"no type", map[string]string{"Content-Type": ""}},
	{"a form", map[string]string{"Content-Type": "text/plain"}},
}

func TestWrites_OtherOriginsAndTypes_AreRefused(t *testing.T) {
	t.Parallel()
	const golden = "testdata/write_checks.golden"
	s := newSite(t)
	var lines strings.Builder
	for _, r := range table() {
		if r.method == http.MethodGet || r.method == http.MethodOptions {
			continue
		}
		fmt.Fprintf(&lines, "%-7s %-70s", r.method, r.path)
		for _, trial := range writeTrials {
			fmt.Fprintf(&lines, " | %s: %s", trial.name, s.tryWrite(r, trial.headers))
		}
		lines.WriteString("\n")
	}
	mustMatchGolden(t, golden, lines.String(), "what other origins may send has changed")
}

func (s *site) tryWrite(r route, headers map[string]string) string {
	s.t.Helper()
	request := s.request(s.reader(r), r.method, addParameter(strings.NewReplacer("{", "", "}", "").Replace(r.path), "businessId="+s.Business.ID), "{}")
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	if headers["Content-Type"] == "" {
		request.Header.Del("Content-Type")
	}
	got := s.send(request)
	for _, code := range []string{crossOrigin, notJSON, "NOT_A_FILE"} {
		if strings.Contains(got.body, `"code":"`+code+`"`) {
			return code
		}
	}
	return "admitted"
}

func TestWrites_OwnOriginBehindAProxy_AreAdmitted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.handler = s.apiOn(s.Cases, nil, func(o *Options) { o.PublicURL = "https://cards.test/" })
	for name, headers := range map[string]map[string]string{
		"a page of the same origin":      {"Sec-Fetch-Site": "same-origin", "Origin": "http://example.com"},
		"the public URL, by an old host": {"Origin": "https://cards.test"},
		"a program":                      {},
	} {
		request := s.request(asAnonymous, http.MethodPost, "/auth/login", loginBody(s))
		for header, value := range headers {
			request.Header.Set(header, value)
		}
		if got := s.send(request); got.status != http.StatusOK {
			t.Errorf("%s: got %d %s, want 200", name, got.status, got.body)
		}
	}
}

func TestWrites_WithoutABody_NeedNoType(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.call(asOwner, http.MethodPost, "/auth/logout", "").has(http.StatusOK)
	if !slices.ContainsFunc(table(), func(r route) bool { return r.takesFile }) {
		t.Error("no route takes a file")
	}
}
